import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import {
  expectIndexesAlone,
  type Operation,
  operationsOf,
  withoutNotifications,
} from './support/operations.js';
import { aPollBy, vote } from './support/polls.js';
import { aPostBy } from './support/posts.js';

const PAGE = 20;
const FEW = 20;
const MANY = 2_000;

describe('database operations of polls and quotes', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    kickoff.clock.stand();
    withoutNotifications(kickoff);
    [alice, bob] = [await aFan(kickoff), await aFan(kickoff)];
  });
  afterAll(() => kickoff.stop());

  const collection = (name: string) => kickoff.connection.collection(name);
  const page = (limit = PAGE) => as(kickoff, bob).get(`/api/pt/posts?limit=${limit}`).expect(200);
  const collectionsOf = (operations: readonly Operation[]) =>
    operations.map((operation) => operation.collection);

  /** Adds votes of fans to a poll, with their counts. */
  async function fill(postId: string, count: number): Promise<void> {
    const votes = Array.from({ length: count }, () => ({
      ...{ postId: new Types.ObjectId(postId), fanId: new Types.ObjectId() },
      ...{ option: 0, createdAt: kickoff.clock.now() },
    }));
    await collection('poll_votes').insertMany(votes);
    await collection('posts').updateOne(
      { _id: new Types.ObjectId(postId) },
      { $inc: { 'poll.total': count, 'poll.counts.0': count } },
    );
  }

  it('do not depend on the number of votes in a poll and use indexes only', async () => {
    const costWith = async (count: number) => {
      const post = await aPollBy(kickoff, alice);
      await fill(post._id, count);
      await as(kickoff, bob).get(`/api/pt/posts/${post._id}`).expect(200);
      const first = await operationsOf(kickoff, () => vote(kickoff, bob, post, 1).expect(200));
      const again = await operationsOf(kickoff, () => vote(kickoff, bob, post, 1).expect(409));
      return { first, again };
    };
    // The first vote of a caller also reads the rate limit counters.
    await costWith(FEW);

    const little = await costWith(FEW);
    const lots = await costWith(MANY);

    expect(lots).toEqual(little);
    // The post, the vote, the counts, and the reader's own vote for the response.
    expect(collectionsOf(lots.first).sort()).toEqual([
      ...['poll_votes', 'poll_votes'],
      ...['posts', 'posts'],
    ]);
    expect(lots.again.length).toBeLessThanOrEqual(2);
    expectIndexesAlone('a vote', lots.first);
    expectIndexesAlone('a vote sent again', lots.again);
  });

  it('include one query of votes for a page of polls, and none for a page without votes', async () => {
    for (let count = 0; count < PAGE; count += 1) {
      const post = await aPollBy(kickoff, alice);
      if (count % 2 === 0) await fill(post._id, 3);
    }
    await vote(kickoff, bob, await aPollBy(kickoff, alice), 0).expect(200);
    await page();
    const withVotes = await operationsOf(kickoff, () => page());
    for (let count = 0; count < 3; count += 1) await aPollBy(kickoff, alice);
    await page(3);
    const withoutVotes = await operationsOf(kickoff, () => page(3));

    expect(collectionsOf(withVotes)).toEqual(['poll_votes', 'posts']);
    expectIndexesAlone('a page of polls', withVotes);
    expect(collectionsOf(withoutVotes)).toEqual(['posts']);
  });

  it('include one more query of posts for a page of quotes, and none for a page without', async () => {
    for (let count = 0; count < PAGE / 2; count += 1) {
      const quoted = await aPostBy(kickoff, alice, `Number ${count}`);
      await as(kickoff, alice)
        .post('/api/pt/posts')
        .field('text', 'Look')
        .field('quote', quoted._id)
        .expect(201);
    }
    await page();
    const withQuotes = await operationsOf(kickoff, () => page());
    for (let count = 0; count < 3; count += 1) await aPostBy(kickoff, alice, 'Plain');
    await page(3);
    const without = await operationsOf(kickoff, () => page(3));

    expect(collectionsOf(withQuotes)).toEqual(['posts', 'posts']);
    expectIndexesAlone('a page of quotes', withQuotes);
    expect(collectionsOf(without)).toEqual(['posts']);
  });
});
