import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LiveEvents } from '@kickoff/contracts';

import { ThreadWatches } from '../src/events/thread-watches.js';
import { TimelineChangeDetector } from '../src/football/timelines/timeline-change-detector.js';

import { LiveService } from '../src/live/live.service.js';
import { as, type Caller } from './support/callers.js';
import { redisUrl } from './support/event-room.js';
import type { KickOff } from './support/kickoff.js';
import type { Listener } from './support/listener.js';
import { operationsOf, withoutClockwork } from './support/operations.js';
import { ThreadRoom } from './support/thread-room.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;
const Row = LiveEvents.shape['thread.row'].strict();

/** The rows that a stream has sent: texts of posts and kinds of entries. */
function rowsOf(listener: Listener): string[] {
  return listener.heard
    .filter(({ name }) => name === 'thread.row')
    .map(({ data }) => Row.parse(data).row)
    .map((row) => (row.kind === 'post' ? row.post.text : row.entry.kind));
}
const hasRows = (listener: Listener, rows: readonly string[]) =>
  until(() => (rowsOf(listener).length >= rows.length ? true : undefined)).then(() =>
    expect(rowsOf(listener)).toEqual(rows),
  );

describe('thread stream', () => {
  let room: ThreadRoom;

  beforeEach(async () => {
    room = await ThreadRoom.open();
  });
  afterEach(() => room.stop());

  const detect = (at: KickOff = room.kickoff) =>
    at.app.get(TimelineChangeDetector, { strict: false }).detect();
  const tick = () => room.kickoff.app.get(ThreadWatches, { strict: false }).tick();
  const open = (by: Caller, query: string) => as(room.kickoff, by).get(`/api/events${query}`);
  async function advance(ms: number): Promise<void> {
    room.kickoff.clock.advance(ms);
    await detect();
    await tick();
  }

  it('publishes posts and entries only to streams that watch the match', async () => {
    const { ann, bob, other } = room;
    await detect();
    const matchId = await room.aMatch({ startsIn: 5, faults: ['goal_cancelled'] });
    const [watching, without, elsewhere] = [
      await room.listen(ann, [matchId]),
      await room.listen(ann, []),
      await room.listen(other, []),
    ];
    const post = await room.post(bob, matchId, 'Soon');
    await advance(5 * SECOND_MS);
    await advance(14 * SECOND_MS);
    await advance(8 * SECOND_MS);

    await until(() => (rowsOf(watching).includes('goal_cancelled') ? true : undefined));
    const rows = rowsOf(watching);
    expect(rows.slice(0, 4)).toEqual(['Soon', 'kick_off', 'goal', 'goal_cancelled']);
    const sent = watching.heard.find(({ name }) => name === 'thread.row');
    expect(sent?.data).toEqual({
      matchId,
      row: {
        kind: 'post',
        minute: null,
        at: post.createdAt,
        post: { ...post, liked: false, saved: false },
      },
    });
    expect([...rowsOf(without), ...rowsOf(elsewhere)]).toEqual([]);
  });

  it('publishes the kick-off of a match of the demo season', async () => {
    const { kickoff, other } = room;
    const now = kickoff.clock.now().getTime();
    const next = await room.demoMatch(({ utcDate }) => Date.parse(utcDate) > now);
    kickoff.clock.advance(Date.parse(next.utcDate) - now - SECOND_MS);
    await detect();
    const listener = await room.listen(other, [next.id]);

    await advance(3 * SECOND_MS);
    await advance(3 * SECOND_MS);

    await hasRows(listener, ['kick_off']);
  });

  it('answers 400 for a sixth or malformed match and 404 for an unknown one', async () => {
    const matchId = await room.aMatch();
    const six = Array.from({ length: 6 }, () => `watch=match:${matchId}`).join('&');

    expect((await open(room.ann, `?${six}`)).status).toBe(400);
    for (const watch of ['', 'match:', matchId, 'post:1']) {
      expect((await open(room.ann, `?watch=${watch}`)).status).toBe(400);
    }
    expect((await open(room.ann, '?watch=match:nothing')).status).toBe(404);
    expect((await open(room.other, `?watch=match:${matchId}`)).status).toBe(404);
  });

  it('omits blocked and muted fans and muted words, also after a change during the stream', async () => {
    const { kickoff, ann, bob, other } = room;
    const matchId = await room.aMatch({ startsIn: 600, fans: [ann.id, bob.id, other.id] });
    const caller = as(kickoff, ann);
    await caller.post(`/api/user/mute/${bob.id}`).expect(204);
    const listener = await room.listen(ann, [matchId]);
    await room.post(bob, matchId, 'Muted');
    await room.post(other, matchId, 'Referee!');
    await caller
      .put('/api/user/muted-words')
      .send([{ word: 'referee' }])
      .expect(200);
    await room.post(other, matchId, 'The referee');
    await room.post(other, matchId, 'Fine');
    await as(kickoff, other).post(`/api/user/block/${ann.id}`).expect(204);
    await room.post(other, matchId, 'Blocked');
    await room.post(ann, matchId, 'Mine');

    await hasRows(listener, ['Referee!', 'Fine', 'Mine']);
  });

  it('replays missed rows after the last event, and resets a stream that cannot resume', async () => {
    const { ann, bob } = room;
    const matchId = await room.aMatch({ startsIn: 600 });
    const first = await room.listen(ann, [matchId]);
    await room.post(bob, matchId, 'One');
    await hasRows(first, ['One']);
    first.disconnect();
    await room.post(bob, matchId, 'Two');

    const second = await room.listen(ann, [matchId], { lastEventId: first.lastEventId });
    await room.post(bob, matchId, 'Three');
    const third = await room.listen(ann, [matchId], { lastEventId: 'unknown' });

    await hasRows(second, ['Two', 'Three']);
    await until(() => (third.namesHeard().includes('reset') ? true : undefined));
  });

  it('publishes a deleted post as post.changed', async () => {
    const { kickoff, ann, bob } = room;
    const matchId = await room.aMatch({ startsIn: 600 });
    const listener = await room.listen(ann, [matchId]);
    const { _id } = await room.post(bob, matchId);

    await as(kickoff, bob).delete(`/api/pt/posts/${_id}`).expect(204);

    const removed = { _id, likesCount: 0, commentsCount: 0, deleted: true };
    await until(() => {
      const found = listener.heard.find(({ name }) => name === 'post.changed');
      return found && (expect(found.data).toEqual(removed), true);
    });
  });

  it('a post needs as many operations for one watcher as for five', async () => {
    const { kickoff, ann, bob } = room;
    const matchId = await room.aMatch({ startsIn: 600 });
    withoutClockwork(kickoff);
    const listeners = [await room.listen(ann, [matchId])];
    await room.post(bob, matchId, 'Warm');
    const cost = async (text: string) =>
      (await operationsOf(kickoff, () => room.post(bob, matchId, text))).length;
    const one = await cost('One');
    for (let more = 0; more < 4; more += 1) listeners.push(await room.listen(ann, [matchId]));

    const five = await cost('Five');

    expect(five).toBe(one);
    for (const listener of listeners.slice(1)) await hasRows(listener, ['Five']);
  });

  it('resets the streams that watch a rehearsal when it is deleted', async () => {
    const { kickoff, admin, ann } = room;
    const { _id, matches } = await room.rehearse();
    const listener = await room.listen(ann, [matches[0]?.id ?? '']);

    await as(kickoff, admin).delete(`/api/admin/rehearsals/${_id}`).expect(204);
    await tick();

    await until(() => (listener.namesHeard().includes('reset') ? true : undefined));
  });

  describe('viewpoints', () => {
    const delayed = (matchId: string, untilMs: number) =>
      ({ mode: 'delayed', untilMs, viewpoint: { matchId, mode: 'delayed', seconds: 60 } }) as const;

    it("publishes rows once, when the fan's viewpoint reaches them", async () => {
      const { kickoff, ann, bob } = room;
      await detect();
      const startMs = kickoff.clock.now().getTime();
      const matchId = await room.aMatch({ startsIn: 10 });
      room.see(ann, matchId, delayed(matchId, startMs));
      const listener = await room.listen(ann, [matchId]);
      await advance(5 * SECOND_MS);
      await room.post(bob, matchId, 'Five');
      await advance(5 * SECOND_MS);
      await room.post(bob, matchId, 'Ten');
      await tick();
      expect(rowsOf(listener)).toEqual([]);

      room.see(ann, matchId, delayed(matchId, startMs + 9 * SECOND_MS));
      await tick();
      await hasRows(listener, ['Five']);
      room.see(ann, matchId, delayed(matchId, startMs + 12 * SECOND_MS));
      await tick();
      await tick();

      await hasRows(listener, ['Five', 'kick_off', 'Ten']);
    });

    it('publishes at once a post of an author who is further behind', async () => {
      const { kickoff, ann, bob } = room;
      const matchId = await room.aMatch({ startsIn: 600 });
      const nowMs = kickoff.clock.now().getTime();
      room.see(ann, matchId, delayed(matchId, nowMs - 10 * SECOND_MS));
      room.see(bob, matchId, delayed(matchId, nowMs - 60 * SECOND_MS));
      const listener = await room.listen(ann, [matchId]);

      await room.post(bob, matchId, 'Behind');

      await hasRows(listener, ['Behind']);
    });

    it('publishes nothing from the change of the viewpoint to hidden until it is live again', async () => {
      const { kickoff, ann, bob } = room;
      const matchId = await room.aMatch({ startsIn: 600 });
      const listener = await room.listen(ann, [matchId]);
      const viewpoint = { matchId, mode: 'hidden' } as const;
      await room.post(bob, matchId, 'Seen');

      room.see(ann, matchId, { mode: 'hidden', viewpoint });
      const live = kickoff.app.get(LiveService, { strict: false });
      const audience = { to: 'fans', fanIds: [ann.id] } as const;
      await live.publish('viewpoint.changed', viewpoint, audience);
      await room.post(bob, matchId, 'Not seen');
      await tick();
      // The stream resumes after this event once the viewpoint is live.
      await until(() => listener.namesHeard().includes('viewpoint.changed') || undefined);
      room.see(ann, matchId, { mode: 'live' });
      await tick();
      await room.post(bob, matchId, 'Seen again');

      await hasRows(listener, ['Seen', 'Seen again']);
    });

    it('resets a stream that resumes', async () => {
      const { ann } = room;
      const matchId = await room.aMatch({ startsIn: 600 });
      const first = await room.listen(ann, [matchId]);
      await until(() => first.lastEventId);
      room.see(ann, matchId, delayed(matchId, 0));

      const second = await room.listen(ann, [matchId], { lastEventId: first.lastEventId });

      await until(() => (second.namesHeard().includes('reset') ? true : undefined));
    });
  });
});

describe('thread stream with two instances', () => {
  let room: ThreadRoom;
  let another: KickOff;

  beforeEach(async () => {
    room = await ThreadRoom.open({ REDIS_URL: redisUrl(9) });
    another = await room.kickoff.another();
  });
  afterEach(async () => {
    await another.close();
    await room.stop();
  });

  const detect = () =>
    Promise.all(
      [room.kickoff, another].map(({ app }) =>
        app.get(TimelineChangeDetector, { strict: false }).detect(),
      ),
    );

  it('each instance publishes an entry once', async () => {
    const { kickoff, ann, bob } = room;
    const matchId = await room.aMatch({ startsIn: 5 });
    // After 2 s the other instance has loaded the rehearsal.
    kickoff.clock.advance(2 * SECOND_MS);
    await detect();
    const listeners = [
      await room.listen(ann, [matchId]),
      await room.listen(bob, [matchId], { at: another }),
    ];
    kickoff.clock.advance(3 * SECOND_MS);
    await detect();
    await room.post(ann, matchId, 'Later');

    for (const listener of listeners) await hasRows(listener, ['kick_off', 'Later']);
  });
});
