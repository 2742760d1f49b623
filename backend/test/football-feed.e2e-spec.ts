import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FootballFeed, LEAGUES, type League } from '@kickoff/contracts';
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

import { type Lease, leasesCollection } from '../src/common/jobs/lease.schema.js';
import { Leases } from '../src/common/jobs/leases.js';
import { FootballPoller } from '../src/football/polling/football-poller.js';
import { PollerLeaseRepository } from '../src/football/polling/poller-lease.repository.js';
import { emptySnapshot } from '../src/football/snapshots/league-snapshot.schema.js';
import { SnapshotsRepository } from '../src/football/snapshots/snapshots.repository.js';
import { aFan, anAdmin, as, type Caller, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { pollFor, startPolling } from './support/polling.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MORNING = Date.parse('2026-11-21T09:00:02Z');
const KEY = 'a-key-nobody-may-see';
const COVERED = LEAGUES.length - 1;

let kickoff: KickOff;
let boss: Caller;

async function feed(): Promise<FootballFeed['leagues']> {
  boss = await logInAdmin(kickoff, boss);
  const answer = await as(kickoff, boss).get('/api/admin/football').expect(200);
  return FootballFeed.strict().parse(answer.body).leagues;
}
async function rowOf(league: League) {
  return (await feed()).find((row) => row.league === league);
}

describe('football status of the demo season', () => {
  beforeAll(async () => {
    kickoff = await startKickOff();
    boss = await anAdmin(kickoff);
  });
  beforeEach(async () => {
    // A test may have moved the clock beyond the end of the session.
    boss = await logInAdmin(kickoff, boss);
  });
  afterAll(() => kickoff.stop());

  it('lists each league without a provider or faults', async () => {
    const rows = await feed();

    expect(rows.map(({ league }) => league)).toEqual([...LEAGUES]);
    for (const row of rows) {
      expect(row).toMatchObject({
        source: 'demo',
        lastTriedAt: null,
        lastError: null,
        stale: false,
      });
      expect(row.remaining).toBeUndefined();
    }
  });

  it('counts goals cancelled by VAR within 30 days', async () => {
    kickoff.clock.advance(40 * DAY_MS);
    const sum = (await feed()).reduce((count, { corrections }) => count + corrections, 0);

    // One match in thirty has one, and about 24 matches are played per day.
    expect(sum).toBeGreaterThan(5);
    expect(sum).toBeLessThan(60);
  });

  it('accepts a refresh of a demo league', async () => {
    const answer = await as(kickoff, boss)
      .post('/api/admin/football/refresh')
      .send({ league: 'serie_a' });

    expect(answer.status).toBe(202);
  });

  it.each([
    [{ league: 'sunday_league' }, 404],
    [{ league: 'constructor' }, 404],
    [{}, 400],
    [{ league: ['serie_a'] }, 400],
  ])('answers the refresh %j with %i', async (body, status) => {
    await as(kickoff, boss).post('/api/admin/football/refresh').send(body).expect(status);
  });

  it('answers 401 to fans', async () => {
    const fan = await aFan(kickoff);

    await as(kickoff, fan).get('/api/admin/football').expect(401);
    await as(kickoff, fan)
      .post('/api/admin/football/refresh')
      .send({ league: 'la_liga' })
      .expect(401);
  });
});

describe('football status of a provider', () => {
  let double: ProviderDouble;
  let matches: ReturnType<typeof aProviderMatch>[];

  beforeEach(async () => {
    matches = [
      aProviderMatch({
        utcDate: '2026-10-03T14:00:00Z',
        status: 'FINISHED',
        score: aProviderScore(1, 0),
      }),
    ];
    double = new ProviderDouble(wellBehaved);
    const provider = { FOOTBALL_DATA_TOKEN: KEY, FOOTBALL_DATA_URL: await double.start() };
    kickoff = await startPolling(provider, MORNING);
    boss = await anAdmin(kickoff);
  });
  afterEach(async () => {
    await kickoff.stop();
    await double.stop();
  });

  function wellBehaved(path: string): Reply {
    if (path.endsWith('/standings')) {
      const second = { position: 2, team: CHELSEA, won: 0, lost: 1, points: 0 };
      return answered(theStandings(aProviderRow(), aProviderRow(second)));
    }
    if (path.includes('/scorers')) {
      return answered(
        theScorers({ player: { name: 'One' }, team: ARSENAL, goals: 2, assists: null }),
      );
    }
    return answered(theMatches(...matches));
  }
  const poll = (ms: number) => pollFor(kickoff, ms, 7_000);
  const pollAll = () => poll(COVERED * 3 * 7_000);
  const requestRefresh = async (league: League) => {
    boss = await logInAdmin(kickoff, boss);
    return as(kickoff, boss).post('/api/admin/football/refresh').send({ league });
  };
  const refresh = async (league: League) => {
    expect((await requestRefresh(league)).status).toBe(202);
  };
  const callsFor = (code: string) => double.calls.filter((path) => path.includes(`/${code}/`));

  it('shows source, time and remaining requests', async () => {
    await pollAll();

    expect(await rowOf('premier_league')).toMatchObject({
      source: 'football-data.org',
      lastTriedAt: expect.stringMatching(/^2026-11-21T09:0/),
      lastError: null,
      stale: false,
      remaining: expect.any(Number),
      corrections: 0,
    });
    expect(await rowOf('indian_super_league')).toMatchObject({ source: 'demo', lastTriedAt: null });
  });

  it('describes faults without revealing the key', async () => {
    double.reply = () => ({ status: 400, body: { message: `Your API token ${KEY} is invalid.` } });
    await poll(MINUTE_MS);

    const row = await rowOf('premier_league');
    expect(row?.lastError).toBe('The key was refused. Nothing is asked until the next start.');
    expect(JSON.stringify(row)).not.toContain(KEY);
  });

  it('fetches a whole league once for repeated refreshes by an admin', async () => {
    await pollAll();
    kickoff.clock.advance(2 * MINUTE_MS);
    double.calls.length = 0;

    await Promise.all([refresh('premier_league'), refresh('premier_league')]);
    await poll(30_000);

    expect(callsFor('PL')).toHaveLength(3);
    expect(double.calls).toHaveLength(3);

    await refresh('premier_league');
    await poll(7_000);
    expect(callsFor('PL')).toHaveLength(3);
  });

  it('finishes a refresh after the instance that has begun it stopped', async () => {
    await pollAll();
    kickoff.clock.advance(2 * MINUTE_MS);
    double.calls.length = 0;
    await refresh('premier_league');
    await poll(7_000);
    expect(double.calls).toHaveLength(1);
    await kickoff.app.get(FootballPoller).beforeApplicationShutdown();

    const next = await kickoff.another();
    await pollFor(next, 30_000, 7_000);
    await next.close();

    expect(callsFor('PL')).toHaveLength(3);
    expect(double.calls).toHaveLength(3);
  });

  it("refetches at once for an admin's refresh during the back-off", async () => {
    await pollAll();
    kickoff.clock.advance(6 * 60 * MINUTE_MS);
    double.reply = () => ({ status: 500, body: {} });
    await poll(5 * MINUTE_MS);
    double.reply = wellBehaved;
    kickoff.clock.advance(MINUTE_MS);

    await refresh('premier_league');
    await poll(30_000);

    expect((await rowOf('premier_league'))?.lastError).toBeNull();
  });

  it('answers 409 to the refresh of a league that the key may not see, and only of that', async () => {
    double.reply = (path) =>
      path.includes('/PL/') ? { status: 403, body: {} } : wellBehaved(path);
    await poll(MINUTE_MS);

    const answer = await requestRefresh('premier_league');

    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error: 'The key may not see this league. It is not asked for until the next start.',
    });
    await refresh('la_liga');
    await refresh('indian_super_league');
  });

  it('answers 409 to every refresh after the key was refused, until another instance polls', async () => {
    await pollAll();
    double.reply = () => ({ status: 401, body: {} });
    kickoff.clock.advance(6 * 60 * MINUTE_MS);
    await poll(7_000);

    const answer = await requestRefresh('la_liga');

    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error: 'The key was refused. Nothing is asked until the next start.',
    });
    const leases = kickoff.connection.collection<Lease>(leasesCollection.name);
    await kickoff.app.get(FootballPoller).beforeApplicationShutdown();
    await new PollerLeaseRepository(new Leases(leases)).take();
    await refresh('la_liga');
  });

  it('answers 409 again after the instance with the refused key has taken the lease back', async () => {
    await pollAll();
    double.reply = () => ({ status: 401, body: {} });
    kickoff.clock.advance(6 * 60 * MINUTE_MS);
    await poll(7_000);
    const leases = kickoff.connection.collection<Lease>(leasesCollection.name);
    const other = new PollerLeaseRepository(new Leases(leases));
    await leases.updateMany({}, { $set: { until: new Date(0) } });
    await other.take();
    await other.release();

    await poll(MINUTE_MS);

    expect((await requestRefresh('la_liga')).status).toBe(409);
  });

  it('accepts a refresh of a league that only an earlier instance could not fetch', async () => {
    const empty = emptySnapshot('la_liga', 'football-data.org');
    const refused = { ...empty, season: '2026-27', revision: 1, refusal: 'forbidden' } as const;
    await kickoff.app.get(SnapshotsRepository).replace(refused);

    await pollAll();

    await refresh('la_liga');
  });

  it('counts a corrected result for 30 days', async () => {
    await pollAll();
    matches = [
      aProviderMatch({
        utcDate: '2026-10-03T14:00:00Z',
        status: 'FINISHED',
        score: aProviderScore(2, 0),
      }),
    ];
    kickoff.clock.advance(2 * MINUTE_MS);
    await refresh('premier_league');
    await poll(MINUTE_MS);

    expect((await rowOf('premier_league'))?.corrections).toBe(1);
    expect((await rowOf('la_liga'))?.corrections).toBe(0);
    kickoff.clock.advance(30 * DAY_MS);
    expect((await rowOf('premier_league'))?.corrections).toBe(0);
  });
});
