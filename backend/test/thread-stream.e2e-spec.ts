import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';

import { ThreadWatches } from '../src/events/thread-watches.js';
import { TimelineChangeDetector } from '../src/football/timelines/timeline-change-detector.js';
import { LiveService } from '../src/live/live.service.js';
import { as, type Caller } from './support/callers.js';
import type { KickOff } from './support/kickoff.js';
import { operationsOf } from './support/operations.js';
import { hasRows, rowsOf, ThreadFixture } from './support/thread-fixture.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;

describe('thread stream', () => {
  let fixture: ThreadFixture;

  beforeAll(async () => {
    fixture = await ThreadFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.stop());

  const detect = (at: KickOff = fixture.kickoff) =>
    at.app.get(TimelineChangeDetector, { strict: false }).detect();
  const tick = () => fixture.kickoff.app.get(ThreadWatches, { strict: false }).tick();
  const open = (by: Caller, query: string) => as(fixture.kickoff, by).get(`/api/events${query}`);
  async function advance(ms: number): Promise<void> {
    fixture.kickoff.clock.advance(ms);
    await detect();
    await tick();
  }

  it('publishes posts and entries only to streams that watch the match', async () => {
    const { ann, bob, other } = fixture;
    await detect();
    const matchId = await fixture.aMatch({ startsIn: 5, faults: ['goal_cancelled'] });
    const [watching, without, elsewhere] = [
      await fixture.listen(ann, [matchId]),
      await fixture.listen(ann, []),
      await fixture.listen(other, []),
    ];
    const post = await fixture.post(bob, matchId, 'Soon');
    await advance(5 * SECOND_MS);
    await advance(14 * SECOND_MS);
    await advance(8 * SECOND_MS);

    await until(() => (rowsOf(watching).includes('goal_cancelled') ? true : undefined));
    const rows = rowsOf(watching);
    expect(rows.slice(0, 4)).toEqual(['Soon', 'kick_off', 'goal', 'goal_cancelled']);
    const sent = watching.received.find(({ name }) => name === 'thread.row');
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
    const { kickoff, other } = fixture;
    const now = kickoff.clock.now().getTime();
    const next = await fixture.demoMatch(({ utcDate }) => Date.parse(utcDate) > now);
    kickoff.clock.advance(Date.parse(next.utcDate) - now - SECOND_MS);
    await detect();
    const listener = await fixture.listen(other, [next.id]);

    await advance(3 * SECOND_MS);
    await advance(3 * SECOND_MS);

    await hasRows(listener, ['kick_off']);
  });

  it('answers 400 for a sixth or malformed match and 404 for an unknown one', async () => {
    const matchId = await fixture.aMatch();
    const six = Array.from({ length: 6 }, () => `watch=match:${matchId}`).join('&');

    const sixth = await open(fixture.ann, `?${six}`);
    expect(sixth.status).toBe(400);
    expect(ErrorAnswer.parse(sixth.body).error).toBe('watch can name at most 5 matches');
    for (const watch of ['', 'match:', matchId, 'post:1']) {
      expect((await open(fixture.ann, `?watch=${watch}`)).status).toBe(400);
    }
    expect((await open(fixture.ann, '?watch=match:nothing')).status).toBe(404);
    expect((await open(fixture.other, `?watch=match:${matchId}`)).status).toBe(404);
  });

  it.each([2, 5])('publishes the rows of each of %i watched matches', async (count) => {
    const { ann, bob } = fixture;
    const { matches } = await fixture.rehearse({ startsIn: 600 });
    const watched = matches.slice(0, count).map(({ id }) => id);
    const listener = await fixture.listen(ann, watched);

    for (const [index, id] of watched.entries()) await fixture.post(bob, id, `Match ${index}`);

    await hasRows(
      listener,
      watched.map((_, index) => `Match ${index}`),
    );
  });

  it('answers 400 for any other repeated parameter', async () => {
    const matchId = await fixture.aMatch();

    const answer = await open(fixture.ann, `?watch=match:${matchId}&lastEventId=1&lastEventId=2`);

    expect(answer.status).toBe(400);
    expect(ErrorAnswer.parse(answer.body).error).toBe('The address names a parameter twice');
  });

  it('omits blocked and muted fans and muted words, also after a change during the stream', async () => {
    const { kickoff, ann, bob, other } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 600, fans: [ann.id, bob.id, other.id] });
    const caller = as(kickoff, ann);
    await caller.post(`/api/user/mute/${bob.id}`).expect(204);
    const listener = await fixture.listen(ann, [matchId]);
    await fixture.post(bob, matchId, 'Muted');
    await fixture.post(other, matchId, 'Referee!');
    await caller
      .put('/api/user/muted-words')
      .send([{ word: 'referee' }])
      .expect(200);
    await fixture.post(other, matchId, 'The referee');
    await fixture.post(other, matchId, 'Fine');
    await as(kickoff, other).post(`/api/user/block/${ann.id}`).expect(204);
    await fixture.post(other, matchId, 'Blocked');
    await fixture.post(ann, matchId, 'Mine');

    await hasRows(listener, ['Referee!', 'Fine', 'Mine']);
  });

  it('replays missed rows after the last event, and resets a stream that cannot resume', async () => {
    const { ann, bob } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 600 });
    const first = await fixture.listen(ann, [matchId]);
    await fixture.post(bob, matchId, 'One');
    await hasRows(first, ['One']);
    first.disconnect();
    await fixture.post(bob, matchId, 'Two');

    const second = await fixture.listen(ann, [matchId], { lastEventId: first.lastEventId });
    await fixture.post(bob, matchId, 'Three');
    const third = await fixture.listen(ann, [matchId], { lastEventId: 'unknown' });

    await hasRows(second, ['Two', 'Three']);
    await until(() => (third.receivedNames().includes('reset') ? true : undefined));
  });

  it('replays neither the row of a post that was deleted since nor a quote of it', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 600 });
    const first = await fixture.listen(ann, [matchId]);
    await fixture.post(bob, matchId, 'One');
    await hasRows(first, ['One']);
    first.disconnect();
    const { _id } = await fixture.post(bob, matchId, 'Regret');
    await fixture.send(bob, matchId, 'Two').field('quote', _id).expect(201);
    await as(kickoff, bob).delete(`/api/pt/posts/${_id}`).expect(204);

    const second = await fixture.listen(ann, [matchId], { lastEventId: first.lastEventId });
    await fixture.post(bob, matchId, 'Three');

    await hasRows(second, ['Two', 'Three']);
    expect(JSON.stringify(second.received)).not.toContain('Regret');
  });

  it('publishes a deleted post as post.changed', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 600 });
    const listener = await fixture.listen(ann, [matchId]);
    const { _id } = await fixture.post(bob, matchId);

    await as(kickoff, bob).delete(`/api/pt/posts/${_id}`).expect(204);

    const removed = { _id, likesCount: 0, commentsCount: 0, deleted: true };
    await until(() => {
      const found = listener.received.find(({ name }) => name === 'post.changed');
      return found && (expect(found.data).toEqual(removed), true);
    });
  });

  it('a post needs as many operations for one watcher as for five', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 600 });
    const listeners = [await fixture.listen(ann, [matchId])];
    await fixture.post(bob, matchId, 'Warm');
    const cost = async (text: string) =>
      (await operationsOf(kickoff, () => fixture.post(bob, matchId, text))).length;
    const one = await cost('One');
    for (let more = 0; more < 4; more += 1) listeners.push(await fixture.listen(ann, [matchId]));

    const five = await cost('Five');

    expect(five).toBe(one);
    for (const listener of listeners.slice(1)) await hasRows(listener, ['Five']);
  });

  it('resets the streams that watch a rehearsal when it is deleted', async () => {
    const { kickoff, admin, ann } = fixture;
    const { _id, matches } = await fixture.rehearse();
    const listener = await fixture.listen(ann, [matches[0]?.id ?? '']);

    await as(kickoff, admin).delete(`/api/admin/rehearsals/${_id}`).expect(204);
    await tick();

    await until(() => (listener.receivedNames().includes('reset') ? true : undefined));
  });

  describe('viewpoints', () => {
    const delayed = (matchId: string, untilMs: number) =>
      ({ mode: 'delayed', untilMs, viewpoint: { matchId, mode: 'delayed', seconds: 60 } }) as const;

    it("publishes rows once, when the fan's viewpoint reaches them", async () => {
      const { kickoff, ann, bob } = fixture;
      await detect();
      const startMs = kickoff.clock.now().getTime();
      const matchId = await fixture.aMatch({ startsIn: 10 });
      fixture.see(ann, matchId, delayed(matchId, startMs));
      const listener = await fixture.listen(ann, [matchId]);
      await advance(5 * SECOND_MS);
      await fixture.post(bob, matchId, 'Five');
      await advance(5 * SECOND_MS);
      await fixture.post(bob, matchId, 'Ten');
      await tick();
      expect(rowsOf(listener)).toEqual([]);

      fixture.see(ann, matchId, delayed(matchId, startMs + 9 * SECOND_MS));
      await tick();
      await hasRows(listener, ['Five']);
      fixture.see(ann, matchId, delayed(matchId, startMs + 12 * SECOND_MS));
      await tick();
      await tick();

      await hasRows(listener, ['Five', 'kick_off', 'Ten']);
    });

    it('publishes at once a post of an author who is further behind', async () => {
      const { kickoff, ann, bob } = fixture;
      const matchId = await fixture.aMatch({ startsIn: 600 });
      const nowMs = kickoff.clock.now().getTime();
      fixture.see(ann, matchId, delayed(matchId, nowMs - 10 * SECOND_MS));
      fixture.see(bob, matchId, delayed(matchId, nowMs - 60 * SECOND_MS));
      const listener = await fixture.listen(ann, [matchId]);

      await fixture.post(bob, matchId, 'Behind');

      await hasRows(listener, ['Behind']);
    });

    it('publishes nothing from the change of the viewpoint to hidden until it is live again', async () => {
      const { kickoff, ann, bob } = fixture;
      const matchId = await fixture.aMatch();
      const listener = await fixture.listen(ann, [matchId]);
      const viewpoint = { matchId, mode: 'hidden' } as const;
      await fixture.post(bob, matchId, 'Seen');

      fixture.see(ann, matchId, { mode: 'hidden', viewpoint });
      const live = kickoff.app.get(LiveService, { strict: false });
      const audience = { to: 'fans', fanIds: [ann.id] } as const;
      await live.publish('viewpoint.changed', viewpoint, audience);
      await fixture.post(bob, matchId, 'Not seen');
      await tick();
      // The stream resumes after this event once the viewpoint is live.
      await until(() => listener.receivedNames().includes('viewpoint.changed') || undefined);
      fixture.see(ann, matchId, { mode: 'live' });
      await tick();
      await fixture.post(bob, matchId, 'Seen again');

      await hasRows(listener, ['Seen', 'Seen again']);
    });

    it('publishes rows from before the kick-off of a hidden match', async () => {
      const { kickoff, ann, bob } = fixture;
      await detect();
      const matchId = await fixture.aMatch({ startsIn: 10 });
      fixture.see(ann, matchId, { mode: 'hidden', viewpoint: { matchId, mode: 'hidden' } });
      const listener = await fixture.listen(ann, [matchId]);
      await fixture.post(bob, matchId, 'Before');
      await fixture.post(ann, matchId, 'Own');
      await advance(10 * SECOND_MS);
      await fixture.post(bob, matchId, 'After');
      await kickoff.app.get(LiveService, { strict: false }).publish(
        'story.created',
        { _id: '1', user: { _id: bob.id, username: '' } },
        {
          to: 'everyone',
        },
      );

      await until(() => listener.receivedNames().includes('story.created') || undefined);

      expect(rowsOf(listener)).toEqual(['Before', 'Own']);
    });

    it('resets a stream that resumes', async () => {
      const { ann } = fixture;
      const matchId = await fixture.aMatch({ startsIn: 600 });
      const first = await fixture.listen(ann, [matchId]);
      await until(() => first.lastEventId);
      fixture.see(ann, matchId, delayed(matchId, 0));

      const second = await fixture.listen(ann, [matchId], { lastEventId: first.lastEventId });

      await until(() => (second.receivedNames().includes('reset') ? true : undefined));
    });
  });
});
