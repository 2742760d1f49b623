import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MatchPage, MatchTimeline } from '@kickoff/contracts';
import { ProviderDouble, type Reply } from '@kickoff/testing/provider-double';

import {
  anApiEvent,
  anApiFixture,
  anApiLeague,
  anApiRow,
  anApiScorer,
  enveloped,
  refused,
} from './support/api-football-shapes.js';
import { aFan, as, type Caller } from './support/callers.js';
import type { KickOff } from './support/kickoff.js';
import { pollFor, startPolling } from './support/polling.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** At most one request is made per step. */
const STEP_MS = 3 * SECOND_MS;
/** The match of the builders kicked off at 14:00. */
const DURING = Date.parse('2026-11-21T14:30:00Z');
const KEY = 'a-key-nobody-may-see';

describe('goals of a match from API-Football', () => {
  let double: ProviderDouble;
  let kickoff: KickOff;
  let fan: Caller;
  /** Overrides of the Indian Super League match; tests change them. */
  let match: Parameters<typeof anApiFixture>[0];
  let events: () => Reply;

  beforeEach(async () => {
    match = {};
    events = () => enveloped([anApiEvent()]);
    double = new ProviderDouble(wellBehaved);
    const provider = { API_FOOTBALL_KEY: KEY, API_FOOTBALL_URL: await double.start() };
    kickoff = await startPolling(provider, DURING);
    fan = await aFan(kickoff);
  });
  afterEach(async () => {
    await kickoff.stop();
    await double.stop();
  });

  function wellBehaved(path: string): Reply {
    if (path.startsWith('/leagues')) return enveloped([anApiLeague(323)]);
    if (path.startsWith('/fixtures/events')) return events();
    if (path.startsWith('/standings'))
      return enveloped([{ league: { id: 323, standings: [[anApiRow()]] } }]);
    if (path.startsWith('/players')) return enveloped([anApiScorer()]);
    const isIndian = path.includes('league=323');
    const later = { id: 2, date: '2027-01-02T15:00:00Z', short: 'NS' };
    return enveloped([anApiFixture(later), ...(isIndian ? [anApiFixture(match)] : [])]);
  }

  const poll = (ms: number) => pollFor(kickoff, ms, STEP_MS);
  const callsForGoals = () => double.calls.filter((path) => path.startsWith('/fixtures/events'));
  async function page(id = 1_390_001): Promise<MatchPage> {
    const answer = await as(kickoff, fan).get(`/api/football/matches/api-football:${id}`);
    return MatchPage.parse(answer.body);
  }

  it("are on the timeline with the provider's minute", async () => {
    await poll(MINUTE_MS);

    const path = '/api/football/matches/api-football:1390001/timeline';
    const { entries } = MatchTimeline.parse((await as(kickoff, fan).get(path).expect(200)).body);

    expect(entries).toMatchObject([
      { kind: 'kick_off', minute: '45+2' },
      { kind: 'goal', minute: '45+2', team: 'home' },
    ]);
    expect(entries.some(({ estimated }) => estimated)).toBe(false);
  });

  it('are on the match page with scorer and minute', async () => {
    events = () => enveloped([anApiEvent({ elapsed: 45, extra: 2, assist: 'A. Passer' })]);

    await poll(MINUTE_MS);

    expect((await page()).events).toEqual([
      {
        kind: 'goal',
        team: 'homeTeam',
        minute: 45,
        injuryTime: 2,
        player: { name: 'N. Nobody' },
        assist: { name: 'A. Passer' },
      },
    ]);
  });

  it('cost one request per score change and one at full time', async () => {
    await poll(5 * MINUTE_MS);
    expect(callsForGoals()).toEqual(['/fixtures/events?fixture=1390001']);

    match = { goals: { home: 2, away: 0 } };
    events = () => enveloped([anApiEvent(), anApiEvent({ elapsed: 40 })]);
    await poll(5 * MINUTE_MS);
    expect(callsForGoals()).toHaveLength(2);

    match = { goals: { home: 2, away: 0 }, short: 'FT' };
    await poll(5 * MINUTE_MS);
    expect(callsForGoals()).toHaveLength(3);
    expect((await page()).events).toHaveLength(2);
  });

  it('are empty without a request at 0-0', async () => {
    match = { goals: { home: 0, away: 0 } };

    await poll(3 * MINUTE_MS);

    expect((await page()).events).toEqual([]);
    expect(callsForGoals()).toEqual([]);
  });

  it('are unknown and not fetched for a match that finished before the first poll', async () => {
    match = { date: '2026-11-20T14:00:00Z', short: 'FT' };

    await poll(3 * MINUTE_MS);

    expect((await page()).score.fullTime).toEqual({ homeTeam: 1, awayTeam: 0 });
    expect(await page()).not.toHaveProperty('events');
    expect(callsForGoals()).toEqual([]);
  });

  it('are replaced by a disallowed goal when VAR cancels them', async () => {
    await poll(MINUTE_MS);
    match = { goals: { home: 0, away: 0 } };
    events = () =>
      enveloped([anApiEvent(), anApiEvent({ elapsed: 25, type: 'Var', detail: 'Goal cancelled' })]);

    await poll(2 * MINUTE_MS);

    const { score, events: shownEvents } = await page();
    expect(score.fullTime).toEqual({ homeTeam: 0, awayTeam: 0 });
    expect(shownEvents).toMatchObject([{ kind: 'disallowed_goal', minute: 25 }]);
  });

  it('are shown as reported and refetched until they add up to the score', async () => {
    match = { goals: { home: 1, away: 1 } };
    await poll(MINUTE_MS);
    expect((await page()).events).toHaveLength(1);
    expect(callsForGoals()).toHaveLength(1);

    const away = { id: 3_466, name: 'Bengaluru' };
    events = () => enveloped([anApiEvent(), anApiEvent({ team: away })]);
    await poll(2 * MINUTE_MS);
    expect((await page()).events).toHaveLength(2);

    await poll(5 * MINUTE_MS);
    expect(callsForGoals()).toHaveLength(2);
  });

  it('are refetched with back-off for six hours after kick-off when they never add up', async () => {
    match = { goals: { home: 4, away: 0 } };
    await poll(20 * MINUTE_MS);

    // Immediately, and after 1, 2, 4 and 8 minutes.
    expect(callsForGoals()).toHaveLength(5);
    kickoff.clock.advance(6 * 60 * MINUTE_MS);
    await poll(2 * MINUTE_MS);
    expect(callsForGoals()).toHaveLength(5);
  });

  it.each<[string, Reply]>([
    ['a truncated body', { body: '{"errors":[],"response":[{"time"' }],
    ['another shape', { body: { errors: [], response: [{ time: 'soon' }] } }],
    [
      'a goal of a club that is not in the match',
      enveloped([anApiEvent({ team: { id: 1, name: 'No one' } })]),
    ],
    ['an empty list', enveloped([])],
    ['a server error', { status: 500, body: 'oops' }],
    ['a refusal', refused({ plan: `Not with ${KEY}` })],
    ['an aborted response', 'cut'],
  ])('are preserved when the provider returns %s', async (_, reply) => {
    await poll(MINUTE_MS);
    const good = (await page()).events;
    match = { short: 'FT' };
    events = () => reply;

    await poll(2 * MINUTE_MS);

    expect(callsForGoals().length).toBeGreaterThan(1);
    expect((await page()).status).toBe('FINISHED');
    expect((await page()).events).toEqual(good);
    expect(good).toHaveLength(1);
  });

  it('are not fetched while the provider is rate-limited', async () => {
    await poll(MINUTE_MS);
    match = { goals: { home: 2, away: 0 } };
    events = () => refused({ rateLimit: 'Too many' });
    await poll(45 * SECOND_MS);
    expect(callsForGoals()).toHaveLength(2);
    const before = double.calls.length;

    await poll(15 * SECOND_MS);
    expect(double.calls).toHaveLength(before);

    events = () => enveloped([anApiEvent(), anApiEvent({ elapsed: 40 })]);
    await poll(MINUTE_MS);
    expect((await page()).events).toHaveLength(2);
  });

  it('are removed with a match that the provider removed', async () => {
    await poll(MINUTE_MS);
    match = {
      id: 4,
      date: '2027-02-02T15:00:00Z',
      short: 'PST',
      goals: { home: null, away: null },
    };

    await poll(2 * MINUTE_MS);

    const removed = await as(kickoff, fan).get('/api/football/matches/api-football:1390001');
    expect(removed.status).toBe(404);
    expect(await page(4)).toMatchObject({
      status: 'POSTPONED',
      score: { fullTime: { homeTeam: null } },
    });
  });
});
