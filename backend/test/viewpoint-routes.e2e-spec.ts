import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type LatestMatch,
  Notification,
  type Rehearsal,
  Scorer,
  StandingRow,
  TeamCalendar,
} from '@kickoff/contracts';
import { Types } from 'mongoose';
import request from 'supertest';
import { z } from 'zod';

import { RouteTable } from '../src/common/http/route-table.js';
import { archiveOf, filesIn } from './support/archives.js';
import { aFan, as, type Caller } from './support/callers.js';
import { WITH_TIMERS } from './support/kickoff.js';
import type { Listener } from './support/listener.js';
import { aStoryBy } from './support/stories.js';
import { ThreadFixture } from './support/thread-fixture.js';
import { until } from './support/until.js';

const SPEED = 20;
const STEP_S = 30;
/** Between steps 1 and 2. */
const KICK_OFF_S = 45;
const BEFORE_KICK_OFF = 1;
const DELAY_STEPS = 2;
/** The rehearsed match has ended by then. */
const STEPS = 13;
/** The step up to which the replaying fan sees the match. */
const REPLAYED_STEP = 6;

const Scored = z.looseObject({
  id: z.string(),
  score: z.looseObject({ fullTime: z.object({ homeTeam: z.unknown(), awayTeam: z.unknown() }) }),
});
const Entry = z.looseObject({ seq: z.int(), kind: z.string(), at: z.string() });

/** Path and query values of the requests. */
interface RequestValues {
  matchId: string;
  rehearsalId: string;
  league: string;
  postId: string;
  username: string;
  storyId: string;
}

/** The addresses of each GET route for fans; a new route must be added here. */
const ADDRESSES: Readonly<Record<string, (values: RequestValues) => string[]>> = {
  '/api/announcements': () => [''],
  '/api/events': () => [],
  '/api/football': ({ league, rehearsalId }) => [
    `?league=${league}`,
    `?league=${league}&rehearsal=${rehearsalId}`,
  ],
  '/api/football/calendar': () => [''],
  '/api/football/digest': () => [''],
  '/api/football/latest': () => [''],
  '/api/football/leagues': () => [''],
  '/api/football/matches/:id': ({ matchId }) => [`/${matchId}`],
  '/api/football/matches/:id/timeline': ({ matchId }) => [`/${matchId}/timeline`],
  '/api/football/teams': () => [''],
  '/api/match/:id/thread': ({ matchId }) => [
    `/${matchId}/thread?limit=100`,
    `/${matchId}/thread?limit=100&order=oldest&scope=friends`,
  ],
  '/api/notifications': () => ['?limit=100'],
  '/api/pt/posts': () => ['?limit=100', '?limit=100&scope=following'],
  '/api/pt/posts/:id': ({ postId }) => [`/${postId}`],
  '/api/pt/posts/:id/comments': ({ postId }) => [`/${postId}/comments?limit=100`],
  '/api/pt/posts/:id/likes': ({ postId }) => [`/${postId}/likes`],
  '/api/push/key': () => [''],
  '/api/search': () => ['?q=marker'],
  '/api/st/stories': () => [''],
  '/api/st/stories/:id/viewers': ({ storyId }) => [`/${storyId}/viewers`],
  '/api/user/alerts': () => [''],
  '/api/user/blocked': () => [''],
  '/api/user/connected-friends': () => [''],
  '/api/user/export': () => [],
  '/api/user/first-steps': () => [''],
  '/api/user/fposts': () => [''],
  '/api/user/friend-profile/:username': ({ username }) => [`/${encodeURIComponent(username)}`],
  '/api/user/friend-suggestions': () => [''],
  '/api/user/muted': () => [''],
  '/api/user/muted-words': () => [''],
  '/api/user/profile': () => [''],
  '/api/user/push-subscriptions': () => [''],
  '/api/user/saved': () => [''],
  '/api/user/search/users': () => ['?query=fan'],
  '/api/user/sessions': () => [''],
  '/api/user/shield': () => [''],
  '/api/user/viewpoints': () => [''],
  '/api/user/viewpoints/:matchId': ({ matchId }) => [`/${matchId}`],
};

/** All objects and arrays of a response, including itself. */
function nested(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(nested)];
}

/**
 * Parses a part of a response; undefined if it has another shape. Most parts lack the key, and their faults
 * would take longer to describe than the server takes to answer.
 *
 * @param key a required key of the shape
 */
function parsed<Shape>(
  schema: z.ZodType<Shape>,
  key: keyof Shape & string,
  part: unknown,
): Shape | undefined {
  const hasKey = typeof part === 'object' && part !== null && key in part;
  return hasKey ? schema.safeParse(part).data : undefined;
}

/** Returns the facts in a response about the course of a match, as comparable strings. */
function factsOf(body: unknown, { id, homeTeam, awayTeam }: LatestMatch): string[] {
  const facts: string[] = JSON.stringify(body).match(/marker-\d+/g) ?? [];
  const teams = [homeTeam.id, awayTeam.id];
  for (const part of nested(body)) {
    const scored = parsed(Scored, 'score', part);
    if (scored?.id === id) {
      const { fullTime } = scored.score;
      facts.push(`score ${String(fullTime.homeTeam)}-${String(fullTime.awayTeam)}`);
    }
    const entry = parsed(Entry, 'seq', part);
    if (entry) facts.push(`entry ${entry.kind} of ${entry.at}`);
    const notification = parsed(Notification, 'target', part);
    const [, home, away] = /(\d+)–(\d+)/.exec(notification?.text ?? '') ?? [];
    if (notification?.target.id === id && home) facts.push(`score ${home}-${away}`);
    const row = parsed(StandingRow, 'playedGames', part);
    if (row && teams.includes(row.team.id)) {
      facts.push(`row of ${row.team.name}: ${row.playedGames}, ${row.goalsFor}, ${row.points}`);
    }
    const scorer = parsed(Scorer, 'numberOfGoals', part);
    if (scorer && teams.includes(scorer.team.id)) {
      facts.push(`goals of ${scorer.player.name}: ${scorer.numberOfGoals}`);
    }
  }
  return facts;
}

type Who = 'live' | 'late' | 'hiding' | 'replaying';

describe('GET routes for fans during a rehearsal', () => {
  let fixture: ThreadFixture;
  let match: LatestMatch;
  let values: RequestValues;
  let fans: Record<Who, Caller>;
  let streams: Record<Who, Listener>;
  /** The step at which the live fan was the first to see a fact. */
  const firstSeen = new Map<string, number>();
  /** Facts that another fan saw too early. */
  const early: { who: Who; step: number; route: string; fact: string }[] = [];
  const shown: Record<Who, Set<string>> = {
    ...{ live: new Set(), late: new Set() },
    ...{ hiding: new Set(), replaying: new Set() },
  };

  beforeAll(async () => {
    fixture = await ThreadFixture.open({}, WITH_TIMERS);
    const { ann: live, bob: late, other: hiding } = fixture;
    fans = { live, late, hiding, replaying: await aFan(fixture.kickoff) };
    const rehearsal = await fixture.rehearse({
      speed: SPEED,
      startsIn: KICK_OFF_S,
      fans: Object.values(fans).map(({ id }) => id),
    });
    await arrange(rehearsal);
    await play();
  }, 240_000);
  afterAll(() => fixture.stop());

  const of = (who: Who) => as(fixture.kickoff, fans[who]);
  const see = (who: Who, viewpoint: object) =>
    of(who)
      .put(`/api/user/viewpoints/${encodeURIComponent(match.id)}`)
      .send(viewpoint)
      .expect(200);

  /** All fans support a team of the match and follow the live fan, who posts before kick-off. */
  async function arrange({ _id, league, matches }: Rehearsal): Promise<void> {
    const [first] = matches;
    if (!first) throw new Error('The round has no match');
    match = { ...first, league };
    await fixture.kickoff.connection
      .collection('users')
      .updateMany(
        { _id: { $in: Object.values(fans).map(({ id }) => new Types.ObjectId(id)) } },
        { $set: { fav_team1: match.homeTeam.name } },
      );
    for (const who of ['late', 'hiding', 'replaying'] as const) {
      await of(who).post(`/api/user/follow/${fans.live.id}`).expect(200);
    }
    const { _id: postId } = await fixture.post(fans.live, match.id, 'Before the kick-off');
    // Commenters are notified of each later comment.
    for (const who of ['late', 'hiding'] as const) {
      await of(who).post(`/api/pt/posts/${postId}/comment`).send({ text: 'Here' }).expect(200);
    }
    const { username } = fans.live;
    const { _id: storyId } = await aStoryBy(fixture.kickoff, fans.late);
    values = {
      matchId: encodeURIComponent(match.id),
      rehearsalId: _id,
      league,
      postId,
      username,
      storyId,
    };
    await see('late', { mode: 'delayed', seconds: DELAY_STEPS * STEP_S });
    await see('hiding', { mode: 'hidden' });
    streams = {
      live: await fixture.listen(fans.live, [match.id]),
      late: await fixture.listen(fans.late, [match.id]),
      hiding: await fixture.listen(fans.hiding, [match.id]),
      replaying: await fixture.listen(fans.replaying, [match.id]),
    };
  }

  /** Writes as the live fan about the current step: a post, a comment and a quote of the post. */
  async function write(step: number): Promise<void> {
    const { _id: quote } = await fixture.post(fans.live, match.id, `marker-${step}1`);
    await of('live')
      .post(`/api/pt/posts/${values.postId}/comment`)
      .send({ text: `marker-${step}2` })
      .expect(200);
    await of('live').post('/api/pt/posts').field({ text: 'Look', quote }).expect(201);
  }

  async function walk(who: Who, step: number, knownStep: number): Promise<void> {
    const note = (route: string, body: unknown) => {
      for (const fact of factsOf(body, match)) {
        shown[who].add(fact);
        if (who === 'live') {
          if (!firstSeen.has(fact)) firstSeen.set(fact, step);
        } else if ((firstSeen.get(fact) ?? Infinity) > knownStep) {
          early.push({ who, step, route, fact });
        }
      }
    };
    note('/api/events', streams[who].received.splice(0));
    for (const [route, toAddresses] of Object.entries(ADDRESSES)) {
      const base = route.replace(/\/:.*$/, '');
      for (const rest of toAddresses(values)) {
        const answer = await of(who).get(`${base}${rest}`);
        expect([200, 403, 404]).toContain(answer.status);
        note(route, [answer.body, answer.headers]);
      }
    }
    const { url } = TeamCalendar.parse((await of(who).get('/api/football/calendar')).body);
    note('calendar', (await request(fixture.kickoff.url).get(new URL(url).pathname)).text);
    const archive = await archiveOf(fixture.kickoff, fans[who]);
    const file = (await filesIn(archive.body as Buffer)).get('data.json');
    note('/api/user/export', JSON.parse(String(file)));
  }

  async function play(): Promise<void> {
    for (let step = 0; step <= STEPS; step += 1) {
      if (step > BEFORE_KICK_OFF) await write(step);
      await walk('live', step, step);
      // Facts from before the kick-off are known to all fans.
      await walk('late', step, Math.max(step - DELAY_STEPS, BEFORE_KICK_OFF));
      await walk('hiding', step, BEFORE_KICK_OFF);
      if (step === STEPS) break;
      fixture.kickoff.clock.advance(STEP_S * 1_000);
    }
    streams.replaying.received.splice(0);
    const position = (REPLAYED_STEP * STEP_S - KICK_OFF_S) * SPEED;
    await see('replaying', { mode: 'replay', position });
    await walk('replaying', STEPS, REPLAYED_STEP);
  }

  it('the test covers every GET route for fans', () => {
    const routes = fixture.kickoff.app.get(RouteTable).routes();
    const forFans = routes
      .filter(({ method, audience }) => method === 'GET' && audience === 'fan')
      .map(({ path }) => path);

    expect(Object.keys(ADDRESSES).sort()).toEqual(forFans.sort());
  });

  it('a live fan sees the match progress', () => {
    const steps = new Set(firstSeen.values());

    expect(steps.size).toBeGreaterThan(STEPS - 2);
    expect([...firstSeen.keys()]).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^entry goal /),
        expect.stringMatching(/^entry full_time /),
        expect.stringMatching(/^goals of /),
        `marker-${STEPS}1`,
      ]),
    );
  });

  it('a live fan is notified of goals', async () => {
    await until(async () => {
      const answer = await of('live').get('/api/notifications?limit=100').expect(200);
      return factsOf(answer.body, match).find((fact) => /^score \d/.test(fact));
    });
  });

  it('delayed, hiding and replaying fans see no fact too early', () => {
    expect(early).toEqual([]);
  });

  it.each([
    ['late', STEPS - DELAY_STEPS],
    ['replaying', REPLAYED_STEP],
  ] as const)('a %s fan sees the match up to their viewpoint', (who, last) => {
    expect([...shown[who]]).toEqual(expect.arrayContaining([`marker-${last}1`, `marker-${last}2`]));
  });
});
