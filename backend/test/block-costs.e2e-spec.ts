import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { operationsOf, withoutNotifications } from './support/operations.js';
import { aPostBy } from './support/posts.js';

const BLOCKED = 10_000;
/** The block cache expires after this time and then shows blocks of other instances. */
const CACHE_TTL_MS = 5_000;

describe('feed of a fan who blocks 10,000 others', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  let spammer: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    withoutNotifications(kickoff);
    kickoff.clock.stand();
    [alice, bob, spammer] = [await aFan(kickoff), await aFan(kickoff), await aFan(kickoff)];
    for (let count = 0; count < 6; count += 1) {
      await aPostBy(kickoff, bob, `Number ${count}`);
      await aPostBy(kickoff, spammer, `Buy ${count}`);
    }
  });
  afterAll(() => kickoff.stop());

  const feed = () => as(kickoff, alice).get('/api/pt/posts?limit=4').expect(200);

  /**
   * What the database examined in the feed's collection for one page, and the length of the
   * queries.
   */
  async function cost() {
    kickoff.clock.advance(CACHE_TTL_MS);
    await feed();
    const operations = await operationsOf(kickoff, feed);
    const profile = kickoff.connection.collection('system.profile');
    const asked = await profile.find({ ns: /[.]posts$/ }).toArray();
    return {
      operations: operations.map(({ collection, examined }) => ({ collection, ...examined })),
      length: asked.reduce((sum, { command }) => sum + JSON.stringify(command).length, 0),
    };
  }

  it('examines as many documents as with one block and returns the same posts', async () => {
    await as(kickoff, alice).post(`/api/user/block/${spammer.id}`).expect(204);
    const one = await cost();
    await kickoff.connection.collection('fan_relations').insertMany(
      Array.from({ length: BLOCKED - 2 }, () => ({
        ...{ fanId: new Types.ObjectId(alice.id), otherId: new Types.ObjectId() },
        ...{ kind: 'block', createdAt: kickoff.clock.now() },
      })),
    );
    const last = await aFan(kickoff);
    await as(kickoff, alice).post(`/api/user/block/${last.id}`).expect(204);

    const all = await cost();

    const documents = (from: typeof one) =>
      from.operations.reduce((sum, operation) => sum + operation.documents, 0);
    expect(all.operations.map(({ collection }) => collection)).not.toContain('fan_relations');
    // The documents that the last batch reads beyond the page's posts.
    expect(documents(all)).toBeLessThanOrEqual(documents(one) + 51);
    expect(all.length).toBeLessThan(2 * one.length);
    const pages = await everyPage(kickoff, alice, '/api/pt/posts?limit=4');
    const texts = pages.flatMap((page) =>
      z
        .array(Post)
        .parse(page)
        .map(({ text }) => text),
    );
    expect(texts).toEqual([5, 4, 3, 2, 1, 0].map((count) => `Number ${count}`));
  });
});
