import { expect, jest } from '@jest/globals';
import {
  type LatestMatch,
  LiveEvents,
  MatchThread,
  type Post,
  Post as PostAnswer,
  Rehearsal,
  type ThreadRow,
} from '@kickoff/contracts';

import { FanFootballService } from '../../src/football/fan-football.service.js';
import { LIVE, type Moment } from '../../src/football/viewpoints/moment.js';
import { RehearsalsService } from '../../src/football/rehearsals/rehearsals.service.js';
import { aFan, anAdmin, as, type Caller, logInAdmin } from './callers.js';
import { type Bounds, type KickOff, startKickOff } from './kickoff.js';
import { Listener } from './listener.js';
import { Sights } from './sights.js';
import { until } from './until.js';

const RowEvent = LiveEvents.shape['thread.row'].strict();

/** The rows of threads that a stream has sent. */
export function rowsIn(listener: Listener): ThreadRow[] {
  return listener.received
    .filter(({ name }) => name === 'thread.row')
    .map(({ data }) => RowEvent.parse(data).row);
}

/** The same rows as texts of posts and kinds of entries. */
export function rowsOf(listener: Listener): string[] {
  return rowsIn(listener).map((row) => (row.kind === 'post' ? row.post.text : row.entry.kind));
}

/** Waits for as many rows, and expects that they are these. */
export async function hasRows(listener: Listener, rows: readonly string[]): Promise<void> {
  await until(() => (rowsOf(listener).length >= rows.length ? true : undefined));
  expect(rowsOf(listener)).toEqual(rows);
}

/** An instance with a rehearsal of two fans, and a third who is not part of it. */
export class ThreadFixture {
  /** Created by the first `see` of a test. */
  private sights: Sights | undefined;
  private readonly moments = new Map<string, Moment>();
  private readonly listeners: Listener[] = [];

  private constructor(
    readonly kickoff: KickOff,
    public admin: Caller,
    public ann: Caller,
    public bob: Caller,
    public other: Caller,
  ) {}

  static async open(
    settings: Record<string, string> = {},
    bounds?: Bounds,
  ): Promise<ThreadFixture> {
    const kickoff = await startKickOff(settings, undefined, bounds);
    kickoff.clock.stand();
    const admin = await anAdmin(kickoff);
    const [ann, bob, other] = [await aFan(kickoff), await aFan(kickoff), await aFan(kickoff)];
    return new ThreadFixture(kickoff, admin, ann, bob, other);
  }

  /** Creates new fans for the next test, and removes the rehearsals, posts and mocks of earlier ones. */
  async begin(): Promise<void> {
    jest.restoreAllMocks();
    this.sights = undefined;
    this.moments.clear();
    for (const listener of this.listeners.splice(0)) listener.disconnect();
    const { kickoff } = this;
    const rehearsals = kickoff.app.get(RehearsalsService, { strict: false });
    for (const { _id } of await rehearsals.list()) await rehearsals.remove(_id);
    await kickoff.connection.collection('posts').deleteMany({});
    // A test may have moved the clock beyond the end of the session.
    this.admin = await logInAdmin(kickoff, this.admin);
    [this.ann, this.bob] = [await aFan(kickoff), await aFan(kickoff)];
    this.other = await aFan(kickoff);
  }

  /** Starts a rehearsal of the first two fans. */
  async rehearse(changes: object = {}): Promise<Rehearsal> {
    const form = {
      league: 'premier_league',
      matchday: 3,
      speed: 20,
      startsIn: 0,
      fans: [this.ann.id, this.bob.id],
      ...changes,
    };
    const answer = await as(this.kickoff, this.admin).post('/api/admin/rehearsals').send(form);
    return Rehearsal.parse(answer.body);
  }

  /** Starts a rehearsal and returns the id of its first match. */
  async aMatch(changes: object = {}): Promise<string> {
    const [match] = (await this.rehearse(changes)).matches;
    if (!match) throw new Error('The round has no match.');
    return match.id;
  }

  /** A match of the demo season, as all fans see it. */
  async demoMatch(wanted: (match: LatestMatch) => boolean): Promise<LatestMatch> {
    const answer = await as(this.kickoff, this.other).get('/api/football?league=premier_league');
    const { matches } = answer.body as { matches: LatestMatch[] };
    const match = matches.find((one) => wanted(one));
    if (!match) throw new Error('The demo season has no such match.');
    return match;
  }

  send(by: Caller, matchId: string, text = 'What a match') {
    return as(this.kickoff, by).post('/api/pt/posts').field('text', text).field('matchId', matchId);
  }

  async post(by: Caller, matchId: string, text?: string): Promise<Post> {
    return PostAnswer.strict().parse((await this.send(by, matchId, text).expect(201)).body);
  }

  /** Returns the thread as a fan reads it. */
  async thread(by: Caller, matchId: string, query = ''): Promise<MatchThread> {
    const answer = await as(this.kickoff, by).get(`/api/match/${matchId}/thread${query}`);
    return MatchThread.strict().parse(answer.body);
  }

  /** Opens a stream that watches these matches. */
  async listen(
    by: Caller,
    matchIds: readonly string[],
    { lastEventId, at = this.kickoff }: { lastEventId?: string | undefined; at?: KickOff } = {},
  ): Promise<Listener> {
    const watch = matchIds.map((id) => `watch=match:${encodeURIComponent(id)}`);
    const query = watch.length > 0 ? `?${watch.join('&')}` : '';
    const listener = new Listener({ Authorization: `Bearer ${by.token}` }, query);
    listener.lastEventId = lastEventId;
    this.listeners.push(listener);
    return listener.connect(at);
  }

  async stop(): Promise<void> {
    for (const listener of this.listeners) listener.disconnect();
    await this.kickoff.stop();
  }

  /** Sets the moment at which a fan sees a match: viewpoints have their own tests. */
  see(by: Caller, matchId: string, moment: Moment): void {
    this.sights ??= new Sights(this.kickoff);
    this.moments.set(`${by.id} ${matchId}`, moment);
    this.sights.set(by, ({ id }) => this.moments.get(`${by.id} ${id}`) ?? LIVE);
  }

  /** The real timeline of a match as a live fan sees it. */
  async entries(by: Caller, matchId: string) {
    const football = this.kickoff.app.get(FanFootballService, { strict: false });
    return (await football.see(by, matchId)).entries;
  }
}
