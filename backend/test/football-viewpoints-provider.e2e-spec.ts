import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  LeagueData,
  LeagueSummary,
  LiveEvents,
  MatchPage,
  MatchTimeline,
  Comment,
  Post,
} from '@kickoff/contracts';
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

import { ViewpointChangeDetector } from '../src/events/viewpoint-change-detector.js';
import { MatchChangeDetector } from '../src/football/match-change-detector.js';
import { LIVE } from '../src/football/viewpoints/moment.js';
import { LiveService } from '../src/live/live.service.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import type { KickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { operationsOf } from './support/operations.js';
import { pollFor, setClock, startPolling } from './support/polling.js';
import { hidden, Sights, until } from './support/sights.js';
import { until as untilTrue } from './support/until.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MORNING = Date.parse('2026-11-21T09:00:02Z');
const KICK_OFF = Date.parse('2026-11-21T15:00:00Z');
const DERBY = 'football-data.org:538001';
const NONE = { homeTeam: null, awayTeam: null };
const EVERTON = { id: 62, name: 'Everton FC', shortName: 'Everton', tla: 'EVE', crest: '' };

describe('viewpoints on matches of a provider', () => {
  let double: ProviderDouble;
  let kickoff: KickOff;
  let sights: Sights;
  let live: Caller;
  let other: Caller;
  /** Overrides of Arsenal against Chelsea as the provider returns it. */
  let derby: Record<string, unknown>;

  beforeEach(async () => {
    derby = {};
    double = new ProviderDouble(answer);
    const provider = {
      FOOTBALL_DATA_TOKEN: 'a-key-nobody-may-see',
      FOOTBALL_DATA_URL: await double.start(),
    };
    kickoff = await startPolling(provider, MORNING);
    sights = new Sights(kickoff);
    live = await aFan(kickoff);
    other = await aFan(kickoff);
    await poll(70_000);
    setClock(kickoff, KICK_OFF);
  });
  afterEach(async () => {
    await kickoff.stop();
    await double.stop();
  });

  function answer(path: string): Reply {
    if (path.endsWith('/standings')) {
      const rows = [ARSENAL, CHELSEA, EVERTON].map((team, index) =>
        aProviderRow({
          ...{ position: index + 1, team, playedGames: 0, won: 0, goalsFor: 0, goalDifference: 0 },
          // Everton has a points deduction that no result explains.
          points: team === EVERTON ? -6 : 0,
        }),
      );
      return answered(theStandings(...rows));
    }
    if (path.includes('/scorers')) {
      const scorers = [ARSENAL, EVERTON].map((team) => ({
        player: { name: `The best of ${team.name}` },
        ...{ team, goals: 9, assists: 1 },
      }));
      return answered(theScorers(...scorers));
    }
    const isPremierLeague = path.includes('/PL/') || path.startsWith('/matches');
    return answered(
      isPremierLeague
        ? theMatches(aProviderMatch(derby))
        : theMatches(aProviderMatch({ id: 9, utcDate: '2027-01-02T15:00:00Z' })),
    );
  }

  const poll = (ms: number) => pollFor(kickoff, ms, 7_000);
  /** Sets what the provider returns for the derby, then polls it. */
  async function state(status: string, home: number, away: number): Promise<void> {
    derby = { ...derby, status, score: aProviderScore(home, away) };
    await poll(MINUTE_MS);
  }
  const read = async (caller: Caller, path: string) =>
    as(kickoff, caller).get(`/api/football${path}`).expect(200);
  const league = async (caller: Caller) =>
    LeagueData.strict().parse((await read(caller, '?league=premier_league')).body);
  const page = async (caller: Caller) =>
    MatchPage.parse((await read(caller, `/matches/${DERBY}`)).body);
  const timeline = async (caller: Caller) =>
    MatchTimeline.strict().parse((await read(caller, `/matches/${DERBY}/timeline`)).body);
  const delay = (ms: number) =>
    sights.set(other, (match) =>
      match.id === DERBY ? until(match, kickoff.clock.now().getTime() - ms) : LIVE,
    );
  const pointsOf = ({ standings }: LeagueData) =>
    Object.fromEntries(standings[0]?.table.map(({ team, points }) => [team.tla, points]) ?? []);

  it('show a delayed match with its table and scorers as of the delayed moment', async () => {
    await state('IN_PLAY', 0, 0);
    await poll(5 * MINUTE_MS);
    const before = await league(live);
    await state('IN_PLAY', 1, 0);
    delay(2 * MINUTE_MS);

    const seen = await league(other);

    expect(pointsOf(await league(live))).toEqual({ ARS: 3, CHE: 0, EVE: -6 });
    expect(seen.matches[0]).toMatchObject({
      status: 'IN_PLAY',
      score: { fullTime: before.matches[0]?.score.fullTime, halfTime: NONE },
    });
    expect(pointsOf(seen)).toEqual({ ARS: 1, CHE: 1, EVE: -6 });
    expect(seen.standings).toEqual(before.standings);
    // The provider may or may not have counted the goal yet.
    expect(seen.scorers.map(({ team }) => team.tla)).toEqual(['EVE']);
    expect((await page(other)).score.fullTime).toEqual({ homeTeam: 0, awayTeam: 0 });
    expect((await timeline(other)).entries.map(({ kind }) => kind)).toEqual(['kick_off']);

    await poll(2 * MINUTE_MS);

    const { standings, scorers, matches } = await league(live);
    const later = await league(other);
    expect(later).toMatchObject({ standings, scorers });
    expect(later.matches[0]?.score).toEqual(matches[0]?.score);
  });

  it('show a cancelled goal until the delayed fan reaches its cancellation', async () => {
    await state('IN_PLAY', 0, 0);
    await state('IN_PLAY', 1, 0);
    await state('IN_PLAY', 0, 0);
    delay(90_000);

    expect((await page(other)).score.fullTime).toEqual({ homeTeam: 1, awayTeam: 0 });
    expect((await timeline(other)).entries.map(({ kind }) => kind)).toEqual(['kick_off', 'goal']);
  });

  it('send a correction of a match that was seen to its end, at the delayed moment', async () => {
    const listener = new Listener({ Authorization: `Bearer ${other.token}` });
    const scores = () =>
      listener.received
        .filter(({ name }) => name === 'match.changed')
        .map(({ data }) => LiveEvents.shape['match.changed'].parse(data).match)
        .filter(({ id }) => id === DERBY)
        .map(({ score }) => score.fullTime);
    const detect = async () => {
      await kickoff.app.get(MatchChangeDetector, { strict: false }).detect();
      await kickoff.app.get(ViewpointChangeDetector, { strict: false }).detect();
    };
    /** Polls once, and returns the scores that the stream has sent so far. */
    const step = async () => {
      await poll(7_000);
      await detect();
      const before = listener.received.length;
      const last = { _id: 'last', user: { _id: live.id, username: live.username } };
      const service = kickoff.app.get(LiveService, { strict: false });
      await service.publish('story.created', last, { to: 'everyone' });
      const hasArrived = () =>
        listener.received.slice(before).some(({ name }) => name === 'story.created');
      await untilTrue(() => hasArrived() || undefined);
      return scores();
    };
    await state('IN_PLAY', 1, 0);
    await state('FINISHED', 1, 0);
    await poll(30_000);
    delay(10_000);
    await listener.connect(kickoff);
    // The first check loads the fan's matches, and the sixth one again.
    expect(await step()).toEqual([]);
    derby = { ...derby, score: aProviderScore(1, 1) };
    await as(kickoff, await anAdmin(kickoff))
      .post('/api/admin/football/refresh')
      .send({ league: 'premier_league' })
      .expect(202);
    const steps: { isKnown: boolean; sent: unknown[] }[] = [];
    for (let count = 0; count < 4; count += 1) {
      const sent = await step();
      const isKnown = (await page(live)).score.fullTime.awayTeam === 1;
      steps.push({ isKnown, sent });
    }

    const knownAt = steps.findIndex(({ isKnown }) => isKnown);
    // A step is 7 s: the delay of 10 s ends in the second after the correction.
    expect(steps.slice(0, knownAt + 2).flatMap(({ sent }) => sent)).toEqual([]);
    expect(steps[knownAt + 2]?.sent).toEqual([{ homeTeam: 1, awayTeam: 1 }]);
    listener.disconnect();
  });

  it('show a hidden match without score, as in play until its usual end', async () => {
    sights.set(other, hidden);
    await state('IN_PLAY', 3, 1);
    await poll(5 * MINUTE_MS);
    await state('FINISHED', 3, 1);

    const seen = await league(other);

    expect(seen.matches[0]).toMatchObject({
      status: 'IN_PLAY',
      shielded: true,
      score: { fullTime: NONE, halfTime: NONE },
    });
    expect(seen.standings[0]?.hiddenResults).toBe(1);
    expect(pointsOf(seen)).toEqual({ ARS: 0, CHE: 0, EVE: -6 });
    expect(seen.scorers.map(({ team }) => team.tla)).toEqual(['EVE']);
    expect((await timeline(other)).entries).toEqual([]);
    const summaries = z.array(LeagueSummary).parse((await read(other, '/leagues')).body);
    expect(summaries.every((row) => row.live === 0)).toBe(true);

    setClock(kickoff, KICK_OFF + 4 * HOUR_MS);
    expect((await page(other)).status).toBe('FINISHED');
  });

  it('hide comments of the first play of a match that was moved after its kick-off', async () => {
    setClock(kickoff, KICK_OFF - 10 * MINUTE_MS);
    const posted = await as(kickoff, live)
      .post('/api/pt/posts')
      .field({ text: 'Soon', matchId: DERBY })
      .expect(201);
    const path = `/api/pt/posts/${Post.parse(posted.body)._id}`;
    setClock(kickoff, KICK_OFF);
    await state('IN_PLAY', 2, 0);
    await as(kickoff, live).post(`${path}/comment`).send({ text: 'Two up!' }).expect(200);
    sights.set(other, hidden);
    const comments = async () =>
      z.array(Comment).parse((await as(kickoff, other).get(`${path}/comments`).expect(200)).body);

    await state('SUSPENDED', 2, 0);
    const moved = '2026-11-24T20:00:00Z';
    derby = { utcDate: moved, status: 'TIMED' };
    await poll(MINUTE_MS);

    expect((await page(live)).utcDate).toBe(new Date(moved).toISOString());
    expect(await comments()).toEqual([]);
    setClock(kickoff, Date.parse(moved));
    await state('IN_PLAY', 0, 0);
    expect(await comments()).toEqual([]);
  });

  it('read a timeline once per league revision for delayed fans and never for live fans', async () => {
    // The clockwork reads timelines too.
    await state('IN_PLAY', 1, 0);
    delay(2 * MINUTE_MS);
    const paths = ['?league=premier_league', '/latest', '/digest', '/leagues', `/matches/${DERBY}`];
    const readAll = async (caller: Caller) => {
      for (const path of paths) await read(caller, path);
    };
    const timelinesOf = async (caller: Caller) =>
      (await operationsOf(kickoff, () => readAll(caller))).filter(
        ({ collection }) => collection === 'match_entries',
      ).length;

    expect(await timelinesOf(live)).toBe(0);
    expect(await timelinesOf(other)).toBe(1);
    expect(await timelinesOf(other)).toBe(0);
  });

  it('cost a live fan no query besides the session on any route', async () => {
    await state('IN_PLAY', 1, 0);
    delay(2 * MINUTE_MS);
    const paths = [
      ...['?league=premier_league', '/latest', '/digest', '/leagues', '/teams'],
      ...[`/matches/${DERBY}`, `/matches/${DERBY}/timeline`],
    ];
    for (const path of paths) await read(live, path);

    for (const path of paths) {
      const operations = await operationsOf(kickoff, () => read(live, path));
      expect({ path, operations }).toEqual({ path, operations: [] });
    }
  });
});
