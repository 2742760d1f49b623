import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LeagueData, LEAGUES, type League, LeagueSummary } from '@kickoff/contracts';
import {
  answered,
  aProviderMatch,
  aProviderRow,
  aProviderScore,
  ARSENAL,
  CHELSEA,
  theMatches,
  theScorers,
  theStandings,
} from '@kickoff/testing/football-data-shapes';
import { ProviderDouble, type Reply } from '@kickoff/testing/provider-double';
import { z } from 'zod';

import { type Lease, leasesCollection } from '../src/common/jobs/lease.schema.js';
import { Leases } from '../src/common/jobs/leases.js';
import { FootballPoller } from '../src/football/polling/football-poller.js';
import { PollerLeaseRepository } from '../src/football/polling/poller-lease.repository.js';
import { emptySnapshot } from '../src/football/snapshots/league-snapshot.schema.js';
import { SnapshotsRepository } from '../src/football/snapshots/snapshots.repository.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import type { KickOff } from './support/kickoff.js';
import { pollFor, setClock, startPolling } from './support/polling.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MORNING = Date.parse('2026-11-21T09:00:02Z');
const KICK_OFF = Date.parse('2026-11-21T15:00:00Z');
const KEY = 'a-key-nobody-may-see';
const COVERED = LEAGUES.filter((league) => league !== 'indian_super_league');

describe('FootballPoller', () => {
  let double: ProviderDouble;
  let kickoff: KickOff;
  let fan: Caller;
  /** Matches of the Premier League as the provider returns them; tests change them. */
  let matches: ReturnType<typeof aProviderMatch>[];

  beforeEach(async () => {
    matches = [
      aProviderMatch({ status: 'TIMED' }),
      aProviderMatch({
        id: 2,
        homeTeam: CHELSEA,
        awayTeam: ARSENAL,
        utcDate: '2026-10-03T14:00:00Z',
        status: 'FINISHED',
        score: aProviderScore(0, 2),
      }),
      aProviderMatch({ id: 3, utcDate: '2027-01-02T15:00:00Z' }),
    ];
    double = new ProviderDouble(wellBehaved);
    const provider = { FOOTBALL_DATA_TOKEN: KEY, FOOTBALL_DATA_URL: await double.start() };
    kickoff = await startPolling(provider, MORNING);
    fan = await aFan(kickoff);
  });
  afterEach(async () => {
    await kickoff.stop();
    await double.stop();
  });

  function wellBehaved(path: string): Reply {
    if (path.endsWith('/standings')) {
      const loser = { position: 2, team: CHELSEA, won: 0, lost: 1, points: 0, goalsFor: 0 };
      return answered(
        theStandings(
          aProviderRow(),
          aProviderRow({ ...loser, goalsAgainst: 2, goalDifference: -2 }),
        ),
      );
    }
    if (path.includes('/scorers')) {
      return answered(
        theScorers({ player: { name: 'One' }, team: ARSENAL, goals: 2, assists: null }),
      );
    }
    const isPremierLeague = path.includes('/PL/') || path.startsWith('/matches');
    return answered(
      isPremierLeague
        ? theMatches(...matches)
        : theMatches(aProviderMatch({ id: 9, utcDate: '2027-01-02T15:00:00Z' })),
    );
  }

  const poll = (ms: number, stepMs = 7_000) => pollFor(kickoff, ms, stepMs);

  async function league(name: League): Promise<LeagueData> {
    const answer = await as(kickoff, fan).get(`/api/football?league=${name}`).expect(200);
    return LeagueData.parse(answer.body);
  }

  /** The distinct statuses of 200 concurrent requests for the league. */
  async function twoHundredRead(): Promise<Set<number>> {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        as(kickoff, fan).get('/api/football?league=premier_league'),
      ),
    );
    return new Set(answers.map(({ status }) => status));
  }

  const scoreOf = ({ matches: shown }: LeagueData, id: number) =>
    shown.find((match) => match.id === `football-data.org:${id}`)?.score.fullTime;

  /** Loads matches and table, then kicks off Arsenal against Chelsea. */
  async function kickedOff(home: number, away: number): Promise<void> {
    // Time for the matches of all leagues and the first two tables.
    await poll((COVERED.length + 2) * 7_000);
    setClock(kickoff, KICK_OFF + MINUTE_MS);
    matches[0] = aProviderMatch({ status: 'IN_PLAY', score: aProviderScore(home, away) });
    await poll(30_000);
  }

  it('shows the demo season until the provider responds and for leagues that it does not cover', async () => {
    expect((await league('premier_league')).source).toBe('demo');

    await poll(COVERED.length * 7_000);

    const answer = await as(kickoff, fan).get('/api/football/leagues');
    const leagues = z.array(LeagueSummary).parse(answer.body);
    expect(leagues.filter(({ source }) => source === 'demo').map(({ league }) => league)).toEqual([
      'indian_super_league',
    ]);
  });

  it('fetches all leagues in three requests each within three minutes', async () => {
    await poll(170_000);

    expect(new Set(double.calls).size).toBe(COVERED.length * 3);
    expect(double.calls).toHaveLength(COVERED.length * 3);
    expect(await league('premier_league')).toMatchObject({
      season: '2026-27',
      source: 'football-data.org',
      stale: false,
      standings: [
        {
          table: [
            { position: 1, points: 3, form: 'W' },
            { points: 0, form: 'L' },
          ],
        },
      ],
      scorers: [{ player: { name: 'One' }, numberOfGoals: 2 }],
    });
  });

  it('makes no request for reads by fans', async () => {
    await poll(14_000);
    const before = double.calls.length;

    expect(await twoHundredRead()).toEqual(new Set([200]));

    expect(double.calls).toHaveLength(before);
  });

  it('fetches due data once under concurrent reads and ticks', async () => {
    await kickedOff(0, 0);
    const before = double.calls.length;
    kickoff.clock.advance(MINUTE_MS);

    const ticks = Array.from({ length: 5 }, () => kickoff.app.get(FootballPoller).tick());
    expect(await twoHundredRead()).toEqual(new Set([200]));
    await Promise.all(ticks);

    expect(double.calls.slice(before)).toEqual([expect.stringMatching(/^[/]matches[?]/)]);
  });

  it('shows the demo season of a forbidden league and polls the others', async () => {
    double.reply = (path) =>
      path.includes('/PL/') ? { status: 403, body: {} } : wellBehaved(path);

    await poll((COVERED.length + 3) * 7_000);

    expect((await league('premier_league')).source).toBe('demo');
    expect((await league('la_liga')).source).toBe('football-data.org');
    expect(double.calls.filter((path) => path.includes('/PL/'))).toHaveLength(1);
  });

  it('shows a goal within a minute and counts it in the table', async () => {
    await kickedOff(0, 0);
    matches[0] = aProviderMatch({ status: 'IN_PLAY', score: aProviderScore(1, 0) });

    await poll(67_000);

    const data = await league('premier_league');
    expect(scoreOf(data, 538_001)).toEqual({ homeTeam: 1, awayTeam: 0 });
    expect(data.standings[0]?.table[0]).toMatchObject({
      team: { id: 'arsenal' },
      playedGames: 2,
      points: 6,
      live: true,
    });
  });

  it('removes a goal that the provider removed', async () => {
    await kickedOff(1, 0);
    expect(scoreOf(await league('premier_league'), 538_001)?.homeTeam).toBe(1);
    matches[0] = aProviderMatch({ status: 'IN_PLAY', score: aProviderScore(0, 0) });

    await poll(67_000);

    expect(scoreOf(await league('premier_league'), 538_001)?.homeTeam).toBe(0);
  });

  it('returns the latest update time of the provider', async () => {
    matches[1] = { ...aProviderMatch({ ...matches[1] }), lastUpdated: '2026-11-21T08:31:00Z' };

    await poll(14_000);

    expect((await league('premier_league')).updatedAt).toBe('2026-11-21T08:31:00.000Z');
  });

  it.each([
    ['10', true],
    ['20', undefined],
  ])('returns whether a plan with %s requests per minute delays scores', async (calls, delayed) => {
    double.reply = (path) => {
      const reply = wellBehaved(path);
      if (reply === 'hang' || reply === 'cut') return reply;
      const left = String(Number(calls) - 1);
      return { ...reply, headers: { ...reply.headers, 'X-Requests-Available-Minute': left } };
    };

    await poll(14_000);

    expect((await league('premier_league')).delayed).toBe(delayed);
    const answer = await as(kickoff, fan).get('/api/football/leagues');
    const summaries = z.array(LeagueSummary).parse(answer.body);
    expect(summaries.find((one) => one.league === 'premier_league')?.delayed).toBe(delayed);
  });

  it("adds a result that the provider's table lacks", async () => {
    await kickedOff(1, 0);
    matches[0] = aProviderMatch({ status: 'FINISHED', score: aProviderScore(1, 0) });

    await poll(10 * MINUTE_MS, 20_000);

    const [first] = (await league('premier_league')).standings[0]?.table ?? [];
    expect(first).toMatchObject({ team: { id: 'arsenal' }, playedGames: 2, points: 6 });
    expect(first).not.toHaveProperty('live');
  });

  it('serves the last good data as stale during an outage and recovers', async () => {
    await kickedOff(1, 0);
    const good = await league('premier_league');
    matches[0] = { ...aProviderMatch({ ...matches[0] }), lastUpdated: '2026-11-21T15:03:00Z' };
    double.reply = () => ({ status: 500, body: 'oops' });

    await poll(14_000);
    const soon = await league('premier_league');
    await poll(MINUTE_MS);
    const late = await league('premier_league');
    double.reply = wellBehaved;
    await poll(9 * MINUTE_MS, MINUTE_MS);
    // With steps of a minute each league is polled in turn, so matches may be two steps old.
    await poll(30_000, 10_000);
    const recovered = await league('premier_league');

    expect(soon).toMatchObject({
      matches: good.matches,
      updatedAt: good.updatedAt,
      stale: false,
    });
    expect(late).toMatchObject({ matches: good.matches, updatedAt: good.updatedAt, stale: true });
    expect(recovered.stale).toBe(false);
    expect(recovered.updatedAt > good.updatedAt).toBe(true);
  });

  it('shows the demo season when the key is invalid and does not reveal the key', async () => {
    double.reply = () => ({ status: 400, body: { message: `Your API token ${KEY} is invalid.` } });

    await poll(14_000);

    expect(double.calls).toHaveLength(1);
    expect((await league('premier_league')).source).toBe('demo');
    expect(JSON.stringify(await kickoff.app.get(SnapshotsRepository).find('la_liga'))).toMatch(
      /^(?!.*a-key-nobody-may-see).*invalid_key/,
    );
  });

  it('serves the last good data as stale after the key was revoked', async () => {
    await poll(COVERED.length * 7_000);
    double.reply = () => ({ status: 401, body: {} });

    setClock(kickoff, MORNING + 7 * HOUR_MS);
    await poll(14_000);

    expect(await league('serie_a')).toMatchObject({ source: 'football-data.org', stale: true });
    const { text } = await asVisitor(kickoff).get('/api/metrics').expect(200);
    expect(
      [...text.matchAll(/^kickoff_football_stale\{(.*)\} (.)$/gm)].map(([, ...row]) => row),
    ).toEqual(
      expect.arrayContaining([
        ['league="serie_a",source="football-data.org"', '1'],
        ['league="indian_super_league",source="demo"', '0'],
      ]),
    );
  });

  it('holds the lease until it stops; then another instance can take it', async () => {
    await poll(7_000);
    const leases = kickoff.connection.collection<Lease>(leasesCollection.name);
    const other = new PollerLeaseRepository(new Leases(leases));

    const whileHeld = await other.take();
    await kickoff.app.get(FootballPoller).beforeApplicationShutdown();
    const afterwards = await other.take();

    expect(whileHeld).toBeUndefined();
    expect(afterwards).toBe(2);
  });

  it('does not replace a snapshot of a newer lease or of the same revision', async () => {
    const snapshots = kickoff.app.get(SnapshotsRepository);
    const aSnapshot = (fence: number, revision: number) => ({
      ...emptySnapshot('la_liga', 'football-data.org'),
      fence,
      revision,
    });

    expect(await snapshots.replace(aSnapshot(7, 1))).toBe(true);
    expect(await snapshots.replace(aSnapshot(6, 2))).toBe(false);
    expect(await snapshots.replace(aSnapshot(8, 1))).toBe(false);
    expect(await snapshots.replace(aSnapshot(7, 2))).toBe(true);

    expect(await snapshots.find('la_liga')).toMatchObject({ fence: 7, revision: 2 });
  });
});
