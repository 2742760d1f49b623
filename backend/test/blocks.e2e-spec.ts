import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FanSummary, MarkedFan, OwnProfile } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { BlocksService } from '../src/people/blocks.service.js';
import { FollowsService } from '../src/people/follows.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const NOBODY = '0123456789abcdef01234567';
const CACHE_TTL_MS = 5_000;

describe('blocks, mutes and dismissals', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  let carol: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
    carol = await aFan(kickoff);
  });

  const post = (by: Caller, what: string, id: string) =>
    as(kickoff, by).post(`/api/user/${what}/${id}`);
  const unset = (by: Caller, what: string, id: string) =>
    as(kickoff, by).delete(`/api/user/${what}/${id}`);
  const list = async (by: Caller, what: 'blocked' | 'muted') =>
    z.array(FanSummary).parse((await as(kickoff, by).get(`/api/user/${what}`).expect(200)).body);
  const friendsOf = async (by: Caller) =>
    z
      .array(FanSummary)
      .parse((await as(kickoff, by).get('/api/user/connected-friends').expect(200)).body)
      .map(({ _id }) => _id);
  const countsOf = async (by: Caller) => {
    const answer = await as(kickoff, by).get('/api/user/profile').expect(200);
    const { friendsCount, followersCount } = OwnProfile.parse(answer.body);
    return { friendsCount, followersCount };
  };
  const blocks = (at = kickoff) => at.app.get(BlocksService, { strict: false });
  const hiddenFrom = async (by: Caller, at = kickoff) =>
    [...(await blocks(at).hiddenFrom(by.id))].sort();

  describe.each([
    ['block', 'blocked'],
    ['mute', 'muted'],
  ] as const)('%s', (what, listed) => {
    it('returns 204, also when repeated, and is listed newest first', async () => {
      await post(alice, what, bob.id).expect(204);
      await post(alice, what, bob.id).expect(204);
      await post(alice, what, carol.id).expect(204);

      expect(await list(alice, listed)).toEqual([
        { _id: carol.id, username: carol.username, profilePicture: '' },
        { _id: bob.id, username: bob.username, profilePicture: '' },
      ]);
      expect(await list(bob, listed)).toEqual([]);
    });

    it('is deleted with 204, also when repeated', async () => {
      await post(alice, what, bob.id).expect(204);

      await unset(alice, what, bob.id).expect(204);
      await unset(alice, what, bob.id).expect(204);

      expect(await list(alice, listed)).toEqual([]);
      expect(await hiddenFrom(alice)).toEqual([]);
    });

    it('is stored once when sent concurrently', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => post(alice, what, bob.id)),
      );

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
      expect(await list(alice, listed)).toHaveLength(1);
    });

    it('returns 400 for oneself', async () => {
      const answer = await post(alice, what, alice.id);

      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: `You cannot ${what} yourself` });
    });

    it.each([NOBODY, 'abc', '%24ne', 'ABCDEFABCDEFABCDEFABCDEF'])(
      'returns 404 for %s',
      async (id) => {
        await post(alice, what, id).expect(404);
      },
    );

    it.each(['limit=0', 'limit=101', 'limit[$gt]=1', 'cursor=abc'])(
      'returns 400 for a list with ?%s',
      async (query) => {
        await as(kickoff, alice).get(`/api/user/${listed}?${query}`).expect(400);
      },
    );

    it('is paged', async () => {
      const fans = [bob, carol, await aFan(kickoff)];
      for (const { id } of fans) await post(alice, what, id).expect(204);

      const pages = z
        .array(z.array(FanSummary).length(1))
        .parse(await everyPage(kickoff, alice, `/api/user/${listed}?limit=1`));

      expect(pages.flat().map(({ _id }) => _id)).toEqual(fans.map(({ id }) => id).reverse());
    });
  });

  it.each([
    ['block', 'POST', '/api/user/block/', 'You can block at most 10,000 fans'],
    ['mute', 'POST', '/api/user/mute/', 'You can mute at most 10,000 fans'],
    [
      'dismissal',
      'DELETE',
      '/api/user/friend-suggestions/',
      'You can dismiss at most 10,000 suggestions',
    ],
  ])('returns 409 beyond 10,000 per fan (%s)', async (kind, method, path, error) => {
    const relations = kickoff.connection.collection('fan_relations');
    const me = new Types.ObjectId(alice.id);
    await relations.insertMany(
      Array.from({ length: 9_999 }, () => ({
        ...{ fanId: me, otherId: new Types.ObjectId(), kind, createdAt: kickoff.clock.now() },
      })),
    );
    const mark = (id: string) =>
      method === 'POST'
        ? as(kickoff, alice).post(`${path}${id}`)
        : as(kickoff, alice).delete(`${path}${id}`);

    expect((await mark(bob.id)).status).toBe(204);
    const answer = await mark(carol.id);
    const again = await mark(bob.id);

    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error, code: 'conflict' });
    expect(again.status).toBe(204);
    expect(await relations.countDocuments({ fanId: me, kind })).toBe(10_000);
  });

  it('hides both fans from each other by a block, and only the muted fan by a mute', async () => {
    await post(alice, 'block', bob.id);
    await post(alice, 'mute', carol.id);

    expect(await hiddenFrom(alice)).toEqual([bob.id, carol.id].sort());
    expect(await hiddenFrom(bob)).toEqual([alice.id]);
    expect(await hiddenFrom(carol)).toEqual([]);
    expect(await blocks().areBlocked(alice.id, bob.id)).toBe(true);
    expect(await blocks().areBlocked(bob.id, alice.id)).toBe(true);
    expect(await blocks().areBlocked(alice.id, carol.id)).toBe(false);
  });

  it('hides until both fans have removed their block', async () => {
    await post(alice, 'block', bob.id).expect(204);
    await post(bob, 'block', alice.id).expect(204);

    await unset(alice, 'block', bob.id);
    expect(await blocks().areBlocked(alice.id, bob.id)).toBe(true);
    await unset(bob, 'block', alice.id);
    expect(await blocks().areBlocked(alice.id, bob.id)).toBe(false);
  });

  it.each(['block', 'mute'])(
    'stores nothing when the %s of an unknown id is removed',
    async (what) => {
      const unknown = new Types.ObjectId();

      await unset(alice, what, unknown.toHexString()).expect(204);

      const versions = kickoff.connection.collection('fan_relation_versions');
      expect(await versions.countDocuments({ _id: unknown })).toBe(0);
    },
  );

  it('deletes follows in both directions, and an unblock does not restore them', async () => {
    await post(alice, 'follow', bob.id);
    await post(bob, 'follow', alice.id);
    await post(alice, 'follow', carol.id);

    await post(alice, 'block', bob.id).expect(204);
    await unset(alice, 'block', bob.id);

    expect(await friendsOf(alice)).toEqual([carol.id]);
    expect(await friendsOf(bob)).toEqual([]);
    expect(await countsOf(alice)).toEqual({ friendsCount: 1, followersCount: 0 });
    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: 0 });
  });

  it('hides followed fans from the list of friends while an interrupted block has not ended the follow', async () => {
    await post(alice, 'follow', bob.id);
    const died = new Error('The process died here');
    jest
      .spyOn(kickoff.app.get(FollowsService, { strict: false }), 'unfollow')
      .mockRejectedValueOnce(died)
      .mockRejectedValueOnce(died);

    await post(bob, 'block', alice.id).expect(500);

    const follows = kickoff.connection.collection('follows');
    expect(await follows.countDocuments({ followerId: new Types.ObjectId(alice.id) })).toBe(1);
    expect(await friendsOf(alice)).toEqual([]);
    await post(bob, 'block', alice.id).expect(204);
    expect(await countsOf(alice)).toEqual({ friendsCount: 0, followersCount: 0 });
  });

  it('does not change follows by a mute', async () => {
    await post(alice, 'follow', bob.id);

    await post(alice, 'mute', bob.id).expect(204);

    expect(await friendsOf(alice)).toEqual([bob.id]);
  });

  it('returns 404 for follows between fans when either blocks the other', async () => {
    await post(alice, 'block', bob.id);

    await post(alice, 'follow', bob.id).expect(404);
    await post(bob, 'follow', alice.id).expect(404);
    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: 0 });
  });

  it('returns 404 for a follow right after a block on another instance', async () => {
    const other = await kickoff.another();
    expect(await hiddenFrom(alice)).toEqual([]);

    await as(other, bob).post(`/api/user/block/${alice.id}`);
    await other.close();

    expect(await hiddenFrom(alice)).toEqual([]);
    await post(alice, 'follow', bob.id).expect(404);
    expect(await countsOf(alice)).toEqual({ friendsCount: 0, followersCount: 0 });
    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: 0 });
  });

  it('deletes all follows and leaves counts of zero when follows are concurrent', async () => {
    await Promise.all([
      ...Array.from({ length: 10 }, () => post(bob, 'follow', alice.id)),
      post(alice, 'block', bob.id),
      ...Array.from({ length: 10 }, () => post(alice, 'follow', bob.id)),
    ]);

    expect(await friendsOf(alice)).toEqual([]);
    expect(
      await kickoff.connection.collection('follows').countDocuments({
        followerId: { $in: [alice, bob].map(({ id }) => new Types.ObjectId(id)) },
      }),
    ).toBe(0);
    expect(await countsOf(alice)).toEqual({ friendsCount: 0, followersCount: 0 });
    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: 0 });
  });

  describe('BlockCache', () => {
    it('reads once for concurrent readers and then from the cache', async () => {
      const counted = await countRelationQueries(async () => {
        await Promise.all(Array.from({ length: 20 }, () => hiddenFrom(alice)));
        await hiddenFrom(alice);
        await blocks().areBlocked(alice.id, bob.id);
      });

      expect(counted).toBe(1);
    });

    it('is invalidated at once for both fans by a block of either', async () => {
      expect(await hiddenFrom(alice)).toEqual([]);
      expect(await hiddenFrom(bob)).toEqual([]);

      await post(alice, 'block', bob.id);

      expect(await hiddenFrom(alice)).toEqual([bob.id]);
      expect(await hiddenFrom(bob)).toEqual([alice.id]);
    });

    it('is correct after a block during a load', async () => {
      await Promise.all([
        post(alice, 'block', bob.id).expect(204),
        ...Array.from({ length: 20 }, () => hiddenFrom(bob)),
      ]);

      expect(await hiddenFrom(bob)).toEqual([alice.id]);
    });

    it('shows changes of another instance after 5 seconds', async () => {
      const other = await kickoff.another();
      const before = await hiddenFrom(bob, other);

      await post(alice, 'block', bob.id);
      kickoff.clock.advance(CACHE_TTL_MS);
      const after = await hiddenFrom(bob, other);
      await other.close();

      expect({ before, after }).toEqual({ before: [], after: [alice.id] });
    });

    it('reads again after a failed read', async () => {
      const other = await kickoff.another();
      await other.connection.close();
      const refused = await Promise.allSettled([blocks(other).hiddenFrom(alice.id)]);
      await other.connection.openUri(kickoff.context.databaseUri);
      const after = await Promise.allSettled([blocks(other).hiddenFrom(alice.id)]);
      await other.close();

      expect(refused).toMatchObject([{ status: 'rejected' }]);
      expect(after).toEqual([{ status: 'fulfilled', value: new Set() }]);
    });

    /** Counts the queries of fan relations that `work` causes. */
    async function countRelationQueries(work: () => Promise<void>): Promise<number> {
      const db = kickoff.connection.getClient().db(kickoff.connection.name);
      await db.command({ profile: 2 });
      await work();
      await db.command({ profile: 0 });
      const ns = `${kickoff.connection.name}.fan_relations`;
      const asked = await db.collection('system.profile').countDocuments({ ns, op: 'query' });
      await db.collection('system.profile').drop();
      return asked;
    }
  });

  it('is deleted with either fan', async () => {
    await post(alice, 'block', bob.id);
    await post(carol, 'mute', alice.id);
    await post(bob, 'mute', carol.id);

    await blocks().removeAllOf(alice.id);
    await blocks().removeAllOf(alice.id);

    expect(await hiddenFrom(alice)).toEqual([]);
    expect(await hiddenFrom(carol)).toEqual([]);
    expect(await hiddenFrom(bob)).toEqual([carol.id]);
    const id = new Types.ObjectId(alice.id);
    expect(
      await kickoff.connection
        .collection('fan_relations')
        .countDocuments({ $or: [{ fanId: id }, { otherId: id }] }),
    ).toBe(0);
  });

  it('is in the data export of its owner only', async () => {
    await post(alice, 'block', bob.id);
    await post(alice, 'mute', carol.id);
    await as(kickoff, carol).post(`/api/user/block/${alice.id}`).expect(204);

    const copied: MarkedFan[] = [];
    for await (const marked of blocks().exportOf(alice.id)) copied.push(marked);

    expect(copied).toEqual([
      { _id: bob.id, username: bob.username, profilePicture: '', kind: 'block' },
      { _id: carol.id, username: carol.username, profilePicture: '', kind: 'mute' },
    ]);
  });
});
