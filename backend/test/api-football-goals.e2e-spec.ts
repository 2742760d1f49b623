import { describe, expect, it } from '@jest/globals';
import type { Match } from '@kickoff/contracts';

import { ApiFootballProvider } from '../src/football/providers/api-football.provider.js';
import { anApiEvent, BENGALURU, enveloped, refused } from './support/api-football-shapes.js';
import { KEY, NOW, withProvider } from './support/asked-provider.js';
import { teamOf } from '../src/football/leagues.js';

const MATCH: Match = {
  id: 'api-football:1390001',
  homeTeam: teamOf('mumbai-city'),
  awayTeam: teamOf('bengaluru'),
  utcDate: '2026-11-21T14:00:00.000Z',
  status: 'IN_PLAY',
  matchday: 6,
  score: {
    fullTime: { homeTeam: 1, awayTeam: 0 },
    halfTime: { homeTeam: null, awayTeam: null },
  },
};

describe('ApiFootballProvider.fetchGoals', () => {
  const asked = withProvider();
  const fetchGoals = () => new ApiFootballProvider(asked.access()).fetchGoals(MATCH, NOW);
  const goalsOf = async (...events: unknown[]) => {
    asked.double.reply = () => enveloped(events);
    return (await fetchGoals()).data;
  };

  it('fetches the goals of a match in one request and reads the quota', async () => {
    asked.double.reply = () => enveloped([anApiEvent({ assist: 'A. Passer' })]);

    const { data, rate } = await fetchGoals();

    expect(asked.double.calls).toEqual(['/fixtures/events?fixture=1390001']);
    expect(asked.double.headers['x-apisports-key']).toBe(KEY);
    expect(rate).toEqual({ remaining: 299, resetSeconds: 1256 });
    expect(data).toEqual([
      {
        kind: 'goal',
        team: 'homeTeam',
        minute: 23,
        player: { name: 'N. Nobody' },
        assist: { name: 'A. Passer' },
      },
    ]);
  });

  it('sorts by minute, with stoppage time before the next half', async () => {
    const goals = await goalsOf(
      anApiEvent({ elapsed: 46 }),
      anApiEvent({ elapsed: 45, extra: 3 }),
      anApiEvent({ elapsed: 45 }),
    );

    expect(goals.map(({ minute, injuryTime }) => [minute, injuryTime])).toEqual([
      [45, undefined],
      [45, 3],
      [46, undefined],
    ]);
  });

  it.each([
    ['Normal Goal', 'goal'],
    ['Penalty', 'penalty'],
    ['Own Goal', 'own_goal'],
  ])('maps detail "%s" to kind %s of the side it counts for', async (detail, kind) => {
    expect(await goalsOf(anApiEvent({ detail, team: BENGALURU }))).toMatchObject([
      { kind, team: 'awayTeam' },
    ]);
  });

  it.each([
    ['a missed penalty', anApiEvent({ detail: 'Missed Penalty' })],
    [
      'a shot of the shoot-out',
      anApiEvent({ elapsed: 120, detail: 'Penalty', comments: 'Penalty Shootout' }),
    ],
    ['a card', anApiEvent({ type: 'Card', detail: 'Yellow Card' })],
    ['a substitution', anApiEvent({ type: 'subst', detail: 'Substitution 1' })],
    ['a penalty under review', anApiEvent({ type: 'Var', detail: 'Penalty confirmed' })],
  ])('ignores %s', async (_, event) => {
    expect(await goalsOf(event)).toEqual([]);
  });

  it.each(['Goal cancelled', 'Goal Disallowed - offside'])(
    'replaces the goal that the video referee cancelled (%s) by a disallowed goal',
    async (detail) => {
      const goals = await goalsOf(
        anApiEvent({ elapsed: 20 }),
        anApiEvent({ elapsed: 57 }),
        anApiEvent({ elapsed: 59, type: 'Var', detail }),
      );

      expect(goals).toMatchObject([
        { kind: 'goal', minute: 20 },
        { kind: 'disallowed_goal', minute: 59 },
      ]);
    },
  );

  it('preserves goals of other players and of the other side when one is cancelled', async () => {
    const goals = await goalsOf(
      anApiEvent({ elapsed: 56, player: 'S. Else' }),
      anApiEvent({ elapsed: 57, team: BENGALURU }),
      anApiEvent({ elapsed: 58, type: 'Var', detail: 'Goal cancelled' }),
    );

    expect(goals.map(({ kind }) => kind)).toEqual(['goal', 'goal', 'disallowed_goal']);
  });

  it('adds no second disallowed goal when the provider already removed the goal', async () => {
    const goals = await goalsOf(
      anApiEvent({ elapsed: 20 }),
      anApiEvent({ elapsed: 31, type: 'Var', detail: 'Goal cancelled' }),
    );

    expect(goals).toMatchObject([{ kind: 'goal', minute: 20 }, { kind: 'disallowed_goal' }]);
  });

  it('returns "Not named" for a scorer without a name', async () => {
    expect(await goalsOf(anApiEvent({ player: null }))).toMatchObject([
      { player: { name: 'Not named' } },
    ]);
  });

  it.each([
    [
      'of a club that is not in the match',
      anApiEvent({ team: { id: 33, name: 'Manchester United' } }),
    ],
    ['of a club without a name', anApiEvent({ team: { id: null, name: null } })],
    ['without a minute', { ...anApiEvent(), time: { elapsed: null, extra: null } }],
    ['that is not an event', 'goal'],
  ])('rejects an event %s as a bad payload', async (_, event) => {
    asked.double.reply = () => enveloped([event]);

    await expect(fetchGoals()).rejects.toMatchObject({ kind: 'bad_payload' });
  });

  it('reads the error from a response with status 200 and does not reveal the key', async () => {
    asked.double.reply = () => refused({ rateLimit: `Too many requests of ${KEY}` });

    const fault = await fetchGoals().catch((error: unknown) => error);

    expect(fault).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 60 });
    expect(String(fault)).not.toContain(KEY);
  });
});
