import { Post, Story } from '@kickoff/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { PostEvents } from '../src/posts/post-events.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { redisUrl } from './support/event-fixture.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { aPicture } from './support/pictures.js';
import { until } from './support/until.js';

/**
 * On one instance, or on two that share a database: the author at one, the readers at the
 * other.
 */
describe.each([
  ['within one process', {}],
  ['over Redis, at another instance', { REDIS_URL: redisUrl(1) }],
])('live events of posts and stories %s', (_, settings: Record<string, string>) => {
  let kickoff: KickOff;
  let readers: KickOff;
  let ann: Caller;
  let bob: Caller;
  let bobListener: Listener;
  let post: Post;
  const open: Listener[] = [];

  beforeAll(async () => {
    kickoff = await startKickOff(settings);
    // The tests compare all received events: demo matches do not change then.
    kickoff.clock.stand();
    readers = 'REDIS_URL' in settings ? await kickoff.another() : kickoff;
    ann = await aFan(kickoff);
  });
  beforeEach(async () => {
    bob = await aFan(kickoff);
    post = await aPost();
    bobListener = await listens(bob);
  });
  afterEach(() => {
    for (const listener of open.splice(0)) listener.disconnect();
  });
  afterAll(async () => {
    if (readers !== kickoff) await readers.close();
    await kickoff.stop();
  });

  async function listens(caller: Caller): Promise<Listener> {
    const listener = new Listener({ Authorization: `Bearer ${caller.token}` });
    open.push(listener);
    return listener.connect(readers);
  }
  async function aPost(): Promise<Post> {
    const answer = await as(kickoff, ann).post('/api/pt/posts').field('text', 'Goal!').expect(201);
    return Post.parse(answer.body);
  }
  async function aStory(): Promise<Story> {
    const answer = await as(kickoff, ann)
      .post('/api/st/stories')
      .field('mediaType', 'image')
      .attach('media', await aPicture(), 'story.png')
      .expect(201);
    return Story.parse(answer.body);
  }
  const untilReceived = (listener: Listener, data: object) =>
    until(() =>
      listener.received.some((event) => {
        try {
          expect(event.data).toEqual(data);
          return true;
        } catch {
          return false;
        }
      })
        ? true
        : undefined,
    );
  const like = (by: Caller, body: object) =>
    as(kickoff, by).post(`/api/pt/posts/${post._id}/like`).send(body).expect(200);
  const comment = (by: Caller) =>
    as(kickoff, by).post(`/api/pt/posts/${post._id}/comment`).send({ text: 'Yes' }).expect(200);
  const counts = (likesCount: number, commentsCount: number) => ({
    _id: post._id,
    likesCount,
    commentsCount,
  });

  it('publish a new post with its author', async () => {
    const { _id } = await aPost();

    await untilReceived(bobListener, { _id, user: { _id: ann.id, username: ann.username } });
    expect(bobListener.received.map(({ name }) => name)).toContain('post.created');
  });

  it('publish the counts after a like, an unlike, a comment and its deletion', async () => {
    await like(ann, { liked: true });
    await untilReceived(bobListener, counts(1, 0));

    const commented = await comment(ann);
    await untilReceived(bobListener, counts(1, 1));

    await like(ann, { liked: false });
    await untilReceived(bobListener, counts(0, 1));

    const [written] = Post.parse(commented.body).comments;
    await as(kickoff, ann)
      .delete(`/api/pt/posts/${post._id}/comments/${written?._id ?? ''}`)
      .expect(204);
    await untilReceived(bobListener, counts(0, 0));
  });

  it('publish no state of a post after a newer one, as another instance may', async () => {
    const events = kickoff.app.get(PostEvents, { strict: false });
    const state = { _id: post._id, authorId: ann.id, commentsCount: 0 };
    events.changed({ ...state, likesCount: 2, version: 3 });
    await untilReceived(bobListener, counts(2, 0));

    events.changed({ ...state, likesCount: 1, version: 2 });
    events.beforeApplicationShutdown();
    const { _id } = await aPost();

    await untilReceived(bobListener, { _id, user: { _id: ann.id, username: ann.username } });
    const changes = bobListener.received.filter(({ name }) => name === 'post.changed');
    expect(changes.map(({ data }) => data)).toEqual([counts(2, 0)]);
  });

  it('publish nothing for a repeated like', async () => {
    await like(ann, { liked: true });
    await untilReceived(bobListener, counts(1, 0));
    const before = bobListener.received.length;

    await like(ann, { liked: true });
    const next = await aPost();

    await untilReceived(bobListener, {
      _id: next._id,
      user: { _id: ann.id, username: ann.username },
    });
    expect(bobListener.received.length).toBe(before + 1);
  });

  it('publish the final count last after concurrent likes', async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, () => aFan(kickoff)));

    await Promise.all(crowd.map((fan) => like(fan, { liked: true })));

    await untilReceived(bobListener, counts(8, 0));
    expect(bobListener.received.at(-1)?.data).toEqual(counts(8, 0));
  });

  it('publish that a post was edited and deleted', async () => {
    await as(kickoff, ann).patch(`/api/pt/posts/${post._id}`).send({ text: 'Offside' }).expect(200);
    await untilReceived(bobListener, { ...counts(0, 0), edited: true });

    await as(kickoff, ann).delete(`/api/pt/posts/${post._id}`).expect(204);
    await untilReceived(bobListener, { ...counts(0, 0), deleted: true });
  });

  it('publish that an admin removed a post', async () => {
    await kickoff.connection.collection('admins').deleteMany({});
    const ada = await anAdmin(kickoff);

    await as(kickoff, ada).delete(`/api/admin/posts/${post._id}`).expect(200);

    await untilReceived(bobListener, { ...counts(0, 0), deleted: true });
  });

  it('are not sent to fans that the author blocked or that mute the author', async () => {
    const [blocked, muting] = [await aFan(kickoff), await aFan(kickoff)];
    await as(kickoff, ann).post(`/api/user/block/${blocked.id}`).expect(204);
    await as(kickoff, muting).post(`/api/user/mute/${ann.id}`).expect(204);
    const [blockedListener, mutingListener] = [await listens(blocked), await listens(muting)];

    await like(ann, { liked: true });
    await aStory();
    const { _id } = await aPost();
    await untilReceived(bobListener, { _id, user: { _id: ann.id, username: ann.username } });
    const answer = await as(kickoff, bob).post('/api/pt/posts').field('text', 'Last').expect(201);
    const last = {
      _id: Post.parse(answer.body)._id,
      user: { _id: bob.id, username: bob.username },
    };

    await untilReceived(blockedListener, last);
    await untilReceived(mutingListener, last);
    expect(blockedListener.received.map(({ data }) => data)).toEqual([last]);
    expect(mutingListener.received.map(({ data }) => data)).toEqual([last]);
  });

  it('send a story to followers only', async () => {
    const follower = await aFan(kickoff);
    await as(kickoff, follower).post(`/api/user/follow/${ann.id}`).expect(200);
    const followerListener = await listens(follower);

    const story = await aStory();
    const { _id } = await aPost();

    const by = { _id: ann.id, username: ann.username };
    await untilReceived(followerListener, { _id: story._id, user: by });
    await untilReceived(bobListener, { _id, user: by });
    expect(bobListener.receivedNames()).not.toContain('story.created');
  });
});
