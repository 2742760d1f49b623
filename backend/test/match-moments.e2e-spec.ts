import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LeagueData, LiveEvents, MatchPage, MatchTimeline, Rehearsal } from '@kickoff/contracts';

import { ViewpointChangeDetector } from '../src/events/viewpoint-change-detector.js';
import { RehearsalChangeDetector } from '../src/football/rehearsals/rehearsal-change-detector.js';
import { LIVE } from '../src/football/viewpoints/moment.js';
import { LiveService } from '../src/live/live.service.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { hidden, type MomentOf, Sights, until } from './support/sights.js';
import { until as untilTrue } from './support/until.js';

const SECOND_MS = 1_000;
const MatchChanged = LiveEvents.shape['match.changed'];

interface Change {
  atMs: number;
  id: string;
  state: string;
}

describe('match.changed by viewpoint', () => {
  let kickoff: KickOff;
  let sights: Sights;
  let admin: Caller;
  let fan: Caller;
  let listener: Listener;
  let rehearsal: Rehearsal;

  const nowMs = () => kickoff.clock.now().getTime();
  const delayedBy =
    (seconds: number): MomentOf =>
    (match) =>
      match.rehearsal ? until(match, nowMs() - seconds * SECOND_MS) : LIVE;
  const setSight = async (momentOf: MomentOf) => {
    sights.set(fan, momentOf);
    await kickoff.app.get(LiveService, { strict: false }).viewpointsChanged(fan.id);
  };
  const changes = (from = 0) =>
    listener.received
      .slice(from)
      .filter(({ name }) => name === 'match.changed')
      .map(({ data }) => MatchChanged.parse(data).match)
      .filter((match) => match.rehearsal === rehearsal._id);
  const stateOf = ({ status, score: { fullTime } }: ReturnType<typeof changes>[number]) =>
    `${status} ${fullTime.homeTeam}:${fullTime.awayTeam}`;

  beforeEach(async () => {
    kickoff = await startKickOff();
    kickoff.clock.stand();
    sights = new Sights(kickoff);
    admin = await anAdmin(kickoff);
    fan = await aFan(kickoff);
    listener = new Listener({ Authorization: `Bearer ${fan.token}` });
    const answer = await as(kickoff, admin)
      .post('/api/admin/rehearsals')
      .send({
        league: 'premier_league',
        matchday: 3,
        speed: 20,
        faults: ['goal_cancelled'],
        fans: [fan.id],
        startsIn: 0,
      })
      .expect(201);
    rehearsal = Rehearsal.parse(answer.body);
  });
  afterEach(async () => {
    listener.disconnect();
    await kickoff.stop();
  });

  /** Advances the clock second by second and returns the changes with their arrival times. */
  async function pass(seconds: number): Promise<Change[]> {
    const seen: Change[] = [];
    for (let second = 0; second < seconds; second += 1) {
      const before = listener.received.length;
      kickoff.clock.advance(SECOND_MS);
      await kickoff.app.get(RehearsalChangeDetector, { strict: false }).detect();
      await kickoff.app.get(ViewpointChangeDetector, { strict: false }).detect();
      await marker();
      for (const match of changes(before)) {
        seen.push({ atMs: nowMs(), id: match.id, state: stateOf(match) });
      }
    }
    return seen;
  }

  /** Waits until the stream has delivered everything published before. */
  async function marker(): Promise<void> {
    const before = listener.received.length;
    const data = { _id: fan.id, user: { _id: fan.id, username: fan.username } };
    const audience = { to: 'fans', fanIds: [fan.id] } as const;
    await kickoff.app.get(LiveService, { strict: false }).publish('post.created', data, audience);
    const hasArrived = () =>
      listener.received.slice(before).some(({ name }) => name === 'post.created');
    await untilTrue(() => hasArrived() || undefined);
  }

  /** When each match reached each score, by its timeline. */
  async function entriesDue(): Promise<Change[]> {
    sights.clear(fan);
    const all: Change[] = [];
    for (const { id } of rehearsal.matches) {
      const answer = await as(kickoff, fan).get(`/api/football/matches/${id}/timeline`).expect(200);
      for (const { at, score } of MatchTimeline.parse(answer.body).entries) {
        all.push({ atMs: Date.parse(at), id, state: `${score?.homeTeam}:${score?.awayTeam}` });
      }
    }
    return all;
  }

  /** Timelines with a goal of matches of last season, found through head-to-heads. */
  async function lastSeason(): Promise<MatchTimeline[]> {
    const path = (id: string) => `/api/football/matches/${encodeURIComponent(id)}`;
    const league = await as(kickoff, fan).get('/api/football?league=premier_league').expect(200);
    const { matches } = LeagueData.parse(league.body);
    const current = new Set(matches.map(({ id }) => id));
    const found: MatchTimeline[] = [];
    for (const { id } of matches.slice(0, 5)) {
      const page = MatchPage.parse((await as(kickoff, fan).get(path(id)).expect(200)).body);
      const old = page.headToHead.find((match) => !current.has(match.id));
      if (!old) continue;
      const answer = await as(kickoff, fan)
        .get(`${path(old.id)}/timeline`)
        .expect(200);
      const timeline = MatchTimeline.parse(answer.body);
      if (timeline.entries.some(({ kind }) => kind === 'goal')) found.push(timeline);
    }
    return found;
  }

  it('arrives 45 to 47 seconds after each entry for a fan with a delay of 45', async () => {
    sights.set(fan, delayedBy(45));
    await listener.connect(kickoff);

    const seen = await pass(120);

    const untilMs = nowMs() - 47 * SECOND_MS;
    const entries = (await entriesDue()).filter(({ atMs }) => atMs <= untilMs);
    expect(entries.length).toBeGreaterThan(15);
    for (const entry of entries) {
      const arrived = seen.filter(
        ({ id, state, atMs }) =>
          id === entry.id && state.endsWith(` ${entry.state}`) && atMs >= entry.atMs + 45_000,
      );
      expect({ entry, lag: (arrived[0]?.atMs ?? Infinity) - entry.atMs <= 47_000 }).toEqual({
        entry,
        lag: true,
      });
    }
    const earliest = new Map(entries.map(({ id, state, atMs }) => [`${id} ${state}`, atMs]));
    for (const { id, state, atMs } of seen) {
      const [, score] = state.split(' ');
      const entryAt = earliest.get(`${id} ${score}`);
      if (entryAt !== undefined) expect(atMs).toBeGreaterThanOrEqual(entryAt);
    }
    expect(seen[0]?.atMs).toBeGreaterThanOrEqual(Date.parse(rehearsal.kickOffAt) + 45_000);
    const [first] = rehearsal.matches;
    const ofFirst = seen.filter(({ id }) => id === first?.id).map(({ state }) => state);
    expect(ofFirst.slice(0, 3)).toEqual(['IN_PLAY 0:0', 'IN_PLAY 1:0', 'IN_PLAY 0:0']);
  });

  it('does not arrive while the matches are hidden', async () => {
    sights.set(fan, (match) => (match.rehearsal ? hidden(match) : LIVE));
    await listener.connect(kickoff);

    expect(await pass(60)).toEqual([]);
  });

  it('stops when the fan hides the matches and continues when they are shown', async () => {
    await listener.connect(kickoff);
    expect((await pass(30)).length).toBeGreaterThan(0);

    await setSight((match) => (match.rehearsal ? hidden(match) : LIVE));
    expect(await pass(60)).toEqual([]);

    sights.clear(fan);
    await kickoff.app.get(LiveService, { strict: false }).viewpointsChanged(fan.id);
    expect((await pass(60)).length).toBeGreaterThan(0);
  });

  it('arrives when a replay passes the goal', async () => {
    kickoff.clock.advance(8 * 60 * SECOND_MS);
    const startMs = nowMs();
    const kickOffMs = Date.parse(rehearsal.kickOffAt);
    sights.set(fan, (match) =>
      match.rehearsal
        ? until(match, kickOffMs + nowMs() - startMs, { mode: 'replay', position: 0 })
        : LIVE,
    );
    await listener.connect(kickoff);

    const seen = await pass(40);

    const [first] = rehearsal.matches;
    expect(seen.filter(({ id }) => id === first?.id).map(({ state }) => state)).toEqual([
      'IN_PLAY 1:0',
      'IN_PLAY 0:0',
    ]);
  });

  it('arrives after a reconnect if it became due meanwhile, and later otherwise', async () => {
    sights.set(fan, delayedBy(45));
    await listener.connect(kickoff);
    await pass(46);
    listener.disconnect();
    kickoff.clock.advance(20 * SECOND_MS);
    await kickoff.app.get(RehearsalChangeDetector, { strict: false }).detect();
    const before = listener.received.length;

    await listener.connect(kickoff);
    await marker();

    const first = changes(before).find(({ id }) => id === rehearsal.matches[0]?.id);
    expect(first && stateOf(first)).toBe('IN_PLAY 1:0');
    const later = await pass(20);
    expect(later.find(({ id }) => id === first?.id)?.state).toBe('IN_PLAY 0:0');
  });

  it('arrives with the full time, although the match is then seen to its end', async () => {
    sights.set(fan, delayedBy(45));
    await listener.connect(kickoff);
    kickoff.clock.advance(5 * 60 * SECOND_MS);

    const seen = await pass(120);

    const ends = new Set(
      seen.filter(({ state }) => state.startsWith('FINISHED')).map(({ id }) => id),
    );
    expect(ends).toEqual(new Set(rehearsal.matches.map(({ id }) => id)));
  });

  it('arrives after a reconnect if the match was seen to its end meanwhile', async () => {
    sights.set(fan, delayedBy(45));
    await listener.connect(kickoff);
    await pass(5);
    listener.disconnect();
    kickoff.clock.advance(10 * 60 * SECOND_MS);
    const before = listener.received.length;

    await listener.connect(kickoff);
    await marker();

    const states = changes(before).map(({ id, status }) => [id, status]);
    expect(states).toEqual(rehearsal.matches.map(({ id }) => [id, 'FINISHED']));
  });

  it('does not arrive from an instance with a later state than this one has', async () => {
    kickoff.clock.advance(10 * 60 * SECOND_MS);
    sights.set(fan, delayedBy(45));
    await listener.connect(kickoff);
    const answer = await as(kickoff, fan).get(
      `/api/football?league=premier_league&rehearsal=${rehearsal._id}`,
    );
    const [match] = LeagueData.parse(answer.body).matches;
    if (!match) throw new Error('The rehearsal has no match');
    const corrected = {
      ...match,
      score: { ...match.score, fullTime: { homeTeam: 9, awayTeam: 9 } },
    };

    const data = { league: 'premier_league', match: corrected } as const;
    const audience = { to: 'fans', fanIds: [fan.id] } as const;
    await kickoff.app.get(LiveService, { strict: false }).publish('match.changed', data, audience);
    await marker();

    expect(changes()).toEqual([]);
  });

  it('arrives when the replay of a match of last season passes a goal', async () => {
    jest.restoreAllMocks();
    const [past] = await lastSeason();
    if (!past) throw new Error('No match of last season has a timeline');
    const [kickOff, goal] = ['kick_off', 'goal'].map((wanted) =>
      past.entries.find(({ kind }) => kind === wanted),
    );
    const goalAfterMs = Date.parse(goal?.at ?? '') - Date.parse(kickOff?.at ?? '');
    const position = Math.floor(goalAfterMs / SECOND_MS) - 2;
    await as(kickoff, fan)
      .put(`/api/user/viewpoints/${encodeURIComponent(past.match.id)}`)
      .send({ mode: 'replay', position, playing: true })
      .expect(200);
    await listener.connect(kickoff);

    await pass(5);

    const seen = listener.received
      .filter(({ name }) => name === 'match.changed')
      .map(({ data }) => MatchChanged.parse(data).match)
      .filter(({ id }) => id === past.match.id);
    expect(seen.map(({ score }) => score.fullTime)).toContainEqual(goal?.score);
  });

  it('arrives for a live fan without a viewpoint', async () => {
    await listener.connect(kickoff);

    const seen = await pass(20);

    expect(seen.length).toBeGreaterThan(0);
    expect(changes().every(({ viewpoint }) => viewpoint === undefined)).toBe(true);
  });
});
