import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveEvents, type Post } from '@kickoff/contracts';

import { aFan, as, type Caller } from './support/callers.js';
import { redisUrl } from './support/event-fixture.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { aPollBy, vote } from './support/polls.js';
import { aPostBy } from './support/posts.js';
import { until } from './support/until.js';

const VOTERS = 12;
const SECOND_MS = 1_000;

/** Within one process, and on the instance that does not receive the votes. */
describe.each([
  ['within one process', {}],
  ['over Redis, at another instance', { REDIS_URL: redisUrl(1) }],
])('live events of votes %s', (_, settings: Record<string, string>) => {
  let kickoff: KickOff;
  let readers: KickOff;
  let ann: Caller;
  let bob: Caller;
  let crowd: Caller[];
  const open: Listener[] = [];

  beforeAll(async () => {
    kickoff = await startKickOff(settings);
    readers = 'REDIS_URL' in settings ? await kickoff.another() : kickoff;
    [ann, bob] = [await aFan(kickoff), await aFan(kickoff)];
    crowd = [];
    for (let count = 0; count < VOTERS; count += 1) crowd.push(await aFan(kickoff));
  });
  afterEach(() => {
    for (const listener of open.splice(0)) listener.disconnect();
  });
  afterAll(async () => {
    if (readers !== kickoff) await readers.close();
    await kickoff.stop();
  });

  async function listen(caller: Caller): Promise<Listener> {
    const listener = new Listener({ Authorization: `Bearer ${caller.token}` });
    open.push(listener);
    return listener.connect(readers);
  }
  const changesOf = ({ _id }: Post, listener: Listener) =>
    listener.received
      .filter(({ name }) => name === 'post.changed')
      .map(({ data }) => LiveEvents.shape['post.changed'].strict().parse(data))
      .filter((change) => change._id === _id);

  it('an event carries the total of votes and no voter', async () => {
    const post = await aPollBy(kickoff, ann);
    const listener = await listen(bob);

    await vote(kickoff, bob, post, 1).expect(200);

    const [change] = await until(() => {
      const changes = changesOf(post, listener);
      return changes.length > 0 ? changes : undefined;
    });
    expect(change).toEqual({ _id: post._id, likesCount: 0, commentsCount: 0, votes: 1 });
  });

  it('events of a post are published at most once a second, the last within two seconds of the vote', async () => {
    const post = await aPollBy(kickoff, ann);
    const listener = await listen(bob);
    const begun = Date.now();

    for (const fan of crowd) await vote(kickoff, fan, post, 0).expect(200);
    await as(kickoff, bob).post(`/api/pt/posts/${post._id}/like`).expect(200);
    const voted = Date.now();
    await until(() => changesOf(post, listener).at(-1)?.likesCount === 1 || undefined);

    const ended = Date.now();
    const changes = changesOf(post, listener);
    expect(changes.at(-1)).toMatchObject({ votes: VOTERS, likesCount: 1 });
    expect(changes.length).toBeLessThanOrEqual(Math.floor((ended - begun) / SECOND_MS));
    expect(ended - voted).toBeLessThan(2 * SECOND_MS);
  });

  it('the event of a post without a poll has no votes', async () => {
    const post = await aPostBy(kickoff, ann, 'No poll');
    const listener = await listen(bob);

    await as(kickoff, bob).post(`/api/pt/posts/${post._id}/like`).expect(200);

    const [change] = await until(() => {
      const changes = changesOf(post, listener);
      return changes.length > 0 ? changes : undefined;
    });
    expect(change).toEqual({ _id: post._id, likesCount: 1, commentsCount: 0 });
  });
});
