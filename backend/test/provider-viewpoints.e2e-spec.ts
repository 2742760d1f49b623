import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrorAnswer, MatchTimeline, Viewpoint } from '@kickoff/contracts';
import {
  answered,
  aProviderMatch,
  aProviderScore,
  ARSENAL,
  CHELSEA,
  theMatches,
  theScorers,
  theStandings,
} from '@kickoff/testing/football-data-shapes';
import { ProviderDouble, type Reply } from '@kickoff/testing/provider-double';

import { FanFootballService } from '../src/football/fan-football.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import type { KickOff } from './support/kickoff.js';
import { pollFor, setClock, startPolling } from './support/polling.js';

const HOUR_MS = 3_600_000;
const MORNING = Date.parse('2026-11-21T09:00:02Z');
const KICK_OFF = Date.parse('2026-11-21T15:00:00Z');
const DERBY = 'football-data.org:538001';
const FORMER = 'football-data.org:2';

describe('the viewpoint on a provider match', () => {
  let double: ProviderDouble;
  let kickoff: KickOff;
  let fan: Caller;
  /** What the provider states of Arsenal against Chelsea. */
  let derby: Record<string, unknown>;

  beforeEach(async () => {
    derby = {};
    double = new ProviderDouble(answer);
    const provider = {
      FOOTBALL_DATA_TOKEN: 'a-key-nobody-may-see',
      FOOTBALL_DATA_URL: await double.start(),
    };
    kickoff = await startPolling(provider, MORNING);
    fan = await aFan(kickoff);
    // The whole season of each league.
    await poll(70_000);
    setClock(kickoff, KICK_OFF);
  });
  afterEach(async () => {
    await kickoff.stop();
    await double.stop();
  });

  function answer(path: string): Reply {
    if (path.endsWith('/standings')) return answered(theStandings());
    if (path.includes('/scorers')) return answered(theScorers());
    const former = {
      id: 2,
      homeTeam: CHELSEA,
      awayTeam: ARSENAL,
      utcDate: '2026-11-20T14:00:00Z',
      status: 'FINISHED',
      score: aProviderScore(0, 2),
    };
    const isPremierLeague = path.includes('/PL/') || path.startsWith('/matches');
    return answered(
      isPremierLeague
        ? theMatches(aProviderMatch(former), aProviderMatch(derby))
        : theMatches(aProviderMatch({ id: 9, utcDate: '2027-01-02T15:00:00Z' })),
    );
  }

  const poll = (ms: number) => pollFor(kickoff, ms, 7_000);
  const put = (matchId: string, change: object) =>
    as(kickoff, fan)
      .put(`/api/user/viewpoints/${encodeURIComponent(matchId)}`)
      .send(change);
  const sentenceOf = async (matchId: string, change: object) => {
    const answer = await put(matchId, change);
    return [answer.status, ErrorAnswer.parse(answer.body).error];
  };
  const modeOf = async (matchId: string) => {
    const path = `/api/user/viewpoints/${encodeURIComponent(matchId)}`;
    return Viewpoint.parse((await as(kickoff, fan).get(path).expect(200)).body).mode;
  };
  async function goalTimes(): Promise<number[]> {
    const answer = await as(kickoff, fan).get(`/api/football/matches/${DERBY}/timeline`);
    const { entries } = MatchTimeline.parse(answer.body);
    return entries.filter(({ kind }) => kind === 'goal').map(({ at }) => Date.parse(at));
  }

  it('has no replay where the match was first seen over', async () => {
    expect(await sentenceOf(FORMER, { mode: 'replay', position: 0 })).toEqual([
      409,
      'This match has no replay',
    ]);
    expect(await modeOf(FORMER)).toBe('live');
  });

  it('has a replay from the kick-off that the server saw, once the match is over', async () => {
    derby = { status: 'IN_PLAY', score: aProviderScore(0, 0) };
    await poll(70_000);
    expect(await sentenceOf(DERBY, { mode: 'replay', position: 0 })).toEqual([
      409,
      'This match is not over yet',
    ]);

    setClock(kickoff, KICK_OFF + 2 * HOUR_MS);
    derby = { status: 'FINISHED', score: aProviderScore(1, 0) };
    await poll(70_000);

    const answer = await put(DERBY, { mode: 'replay', position: 60 }).expect(200);
    expect(answer.body).toMatchObject({ position: 60, duration: 7_200 });
  });

  it('takes the age of the goal that the server learned last', async () => {
    derby = { status: 'IN_PLAY', score: aProviderScore(0, 0) };
    await poll(70_000);
    expect(await sentenceOf(DERBY, { mode: 'delayed', goalNow: true })).toEqual([
      409,
      'No goal in the last five minutes',
    ]);
    await put(DERBY, { mode: 'delayed', seconds: 300 }).expect(200);
    derby = { status: 'IN_PLAY', score: aProviderScore(2, 0) };
    await poll(70_000);
    const [goalMs = NaN] = await goalTimes();
    kickoff.clock.advance(20_000);
    const age = Math.floor((kickoff.clock.now().getTime() - goalMs) / 1_000);

    const answer = await put(DERBY, { mode: 'delayed', goalNow: true }).expect(200);

    expect(answer.body).toEqual({ matchId: DERBY, mode: 'delayed', seconds: age });
    const football = kickoff.app.get(FanFootballService, { strict: false });
    const { moment } = await football.see(fan, DERBY);
    const untilMs = 'untilMs' in moment ? moment.untilMs : NaN;
    expect(untilMs).toBeGreaterThanOrEqual(goalMs);
    expect(untilMs).toBeLessThan(goalMs + 1_000);
  });

  it('excepts a match whose end is unknown from a shield 26 hours after its date', async () => {
    const modes: string[] = [];
    for (const hours of [26, 25]) {
      setClock(kickoff, Date.parse('2026-11-20T14:00:00Z') + hours * HOUR_MS);
      await as(kickoff, fan).put('/api/user/shield').send({ all: true }).expect(200);
      modes.push(await modeOf(FORMER));
    }

    expect(modes).toEqual(['live', 'hidden']);
  });
});
