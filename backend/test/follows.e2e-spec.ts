import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ConnectedFriend, OwnProfile } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { FollowsService } from '../src/people/follows.service.js';
import { FanCountsRepository } from '../src/users/fan-counts.repository.js';
import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows, signedIn } from './support/many-fans.js';

const NOBODY = '0123456789abcdef01234567';

describe('follows', () => {
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

  const follow = (by: Caller, id: string) => as(kickoff, by).post(`/api/user/follow/${id}`);
  const unfollow = (by: Caller, id: string) => as(kickoff, by).delete(`/api/user/follow/${id}`);
  const friendsOf = async (by: Caller, query = '') => {
    const answer = await as(kickoff, by).get(`/api/user/connected-friends${query}`).expect(200);
    return z.array(ConnectedFriend).parse(answer.body);
  };
  const countsOf = async (by: Caller) => {
    const answer = await as(kickoff, by).get('/api/user/profile').expect(200);
    const { friendsCount, followersCount } = OwnProfile.parse(answer.body);
    return { friendsCount, followersCount };
  };
  const service = () => kickoff.app.get(FollowsService, { strict: false });

  it('are idempotent and counted once', async () => {
    for (let time = 1; time <= 3; time += 1) {
      const answer = await follow(alice, bob.id);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true });
    }

    expect(await countsOf(alice)).toEqual({ friendsCount: 1, followersCount: 0 });
    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: 1 });
  });

  it('are counted once for 100 concurrent requests of one fan', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => follow(alice, bob.id)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await countsOf(alice)).toEqual({ friendsCount: 1, followersCount: 0 });
    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: 1 });
  });

  it('are counted exactly for 100 concurrent followers', async () => {
    const fans = await manyFans(kickoff, 100);

    await Promise.all(fans.map((id) => service().follow(signedIn(id), bob.id)));

    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: 100 });
  });

  it('have correct counts after concurrent follows and unfollows', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 === 0 ? follow(alice, bob.id) : unfollow(alice, bob.id),
      ),
    );

    const friends = await friendsOf(alice);
    expect(await countsOf(alice)).toEqual({ friendsCount: friends.length, followersCount: 0 });
    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: friends.length });
  });

  it('end by DELETE with 204, also when repeated', async () => {
    await follow(alice, bob.id);

    for (let time = 1; time <= 3; time += 1) await unfollow(alice, bob.id).expect(204);

    expect(await friendsOf(alice)).toEqual([]);
    expect(await countsOf(alice)).toEqual({ friendsCount: 0, followersCount: 0 });
    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: 0 });
  });

  it('return 400 for oneself', async () => {
    const answer = await follow(alice, alice.id);

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'You cannot follow yourself' });
  });

  it.each([NOBODY, 'abc', '%24gt', 'ABCDEFABCDEFABCDEFABCDEF'])(
    'return 404 for the id %s',
    async (id) => {
      const answer = await follow(alice, id);

      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: 'not_found' });
      expect(await countsOf(alice)).toEqual({ friendsCount: 0, followersCount: 0 });
    },
  );

  it('store nothing for an unknown fan', async () => {
    await follow(alice, NOBODY).expect(404);

    expect(
      await kickoff.connection
        .collection('follows')
        .countDocuments({ followedId: new Types.ObjectId(NOBODY) }),
    ).toBe(0);
  });

  it('are limited to 100 per hour', async () => {
    const strict = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
    const fan = await aFan(strict);
    const calls = Array.from({ length: 100 }, () =>
      as(strict, fan).post(`/api/user/follow/${NOBODY}`),
    );

    const statuses = (await Promise.all(calls)).map(({ status }) => status);

    expect(new Set(statuses)).toEqual(new Set([404]));
    await as(strict, fan).post(`/api/user/follow/${NOBODY}`).expect(429);
    await strict.stop();
  });

  describe('connected friends', () => {
    it('are returned newest first with followsBack', async () => {
      await follow(alice, bob.id);
      await follow(alice, carol.id);
      await follow(bob, alice.id);

      expect(await friendsOf(alice)).toEqual([
        { _id: carol.id, username: carol.username, profilePicture: '', followsBack: false },
        { _id: bob.id, username: bob.username, profilePicture: '', followsBack: true },
      ]);
      expect((await friendsOf(bob)).map(({ _id }) => _id)).toEqual([alice.id]);
      expect(await friendsOf(carol)).toEqual([]);
    });

    it('are returned once each over all pages', async () => {
      const crowd = await manyFans(kickoff, 7);
      const me = new Types.ObjectId(alice.id);
      await manyFollows(
        kickoff,
        crowd.map((of) => ({ by: me, of })),
      );
      // Follows with one timestamp, which the cursor orders by id.
      await kickoff.connection
        .collection('follows')
        .updateMany(
          { followerId: me, followedId: { $in: crowd.slice(2, 5) } },
          { $set: { createdAt: new Date(0) } },
        );
      const all = (await friendsOf(alice)).map(({ _id }) => _id);

      const pages = z
        .array(z.array(ConnectedFriend))
        .parse(await everyPage(kickoff, alice, '/api/user/connected-friends?limit=2'));

      expect(all).toHaveLength(7);
      expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
      expect(pages.flat().map(({ _id }) => _id)).toEqual(all);
    });

    it.each(['limit=0', 'limit=101', 'limit=a', 'limit[$gt]=1', 'cursor=abc', 'cursor='])(
      'return 400 for ?%s',
      async (query) => {
        const answer = await as(kickoff, alice).get(`/api/user/connected-friends?${query}`);
        expect(answer.status).toBe(400);
      },
    );

    it("return 400 for the cursor of another fan's list", async () => {
      for (const by of [alice, carol]) {
        await follow(by, bob.id);
        await follow(by, by === alice ? carol.id : alice.id);
      }
      const answer = await as(kickoff, alice).get('/api/user/connected-friends?limit=1');
      const next = /^<(.*)>; rel="next"$/.exec(answer.headers['link'] ?? '')?.[1] ?? '';

      expect(next).toContain('cursor=');
      await as(kickoff, alice).get(next).expect(200);
      await as(kickoff, carol).get(next).expect(400);
    });

    it('exclude deleted fans', async () => {
      await follow(alice, bob.id);
      await kickoff.connection.collection('users').deleteOne({ _id: new Types.ObjectId(bob.id) });

      expect(await friendsOf(alice)).toEqual([]);
    });
  });

  it('are rolled back when a count cannot be updated', async () => {
    await follow(alice, bob.id);
    const die = () =>
      jest
        .spyOn(FanCountsRepository.prototype, 'addToFollowCount')
        .mockRejectedValueOnce(new Error('The process died here'));

    die();
    await expect(
      service().follow(signedIn(new Types.ObjectId(carol.id)), bob.id),
    ).rejects.toThrow();
    die();
    await expect(service().unfollow(alice.id, bob.id)).rejects.toThrow();
    die();
    await expect(service().removeAllOf(alice.id)).rejects.toThrow();

    const rows = { followedId: new Types.ObjectId(bob.id) };
    expect(await kickoff.connection.collection('follows').countDocuments(rows)).toBe(1);
    expect(await countsOf(alice)).toEqual({ friendsCount: 1, followersCount: 0 });
    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: 1 });
    expect(await countsOf(carol)).toEqual({ friendsCount: 0, followersCount: 0 });
  });

  it('are counted exactly under concurrent requests on two instances', async () => {
    const crowd = await manyFans(kickoff, 30);
    const other = await kickoff.another();
    const over = [service(), other.app.get(FollowsService, { strict: false })];

    await Promise.all(
      crowd.flatMap((id, at) =>
        over.map((follows, turn) =>
          (at + turn) % 3 === 0
            ? follows.unfollow(id.toString(), bob.id)
            : follows.follow(signedIn(id), bob.id),
        ),
      ),
    );

    const followedId = new Types.ObjectId(bob.id);
    const rows = await kickoff.connection.collection('follows').countDocuments({ followedId });
    expect(await countsOf(bob)).toEqual({ friendsCount: 0, followersCount: rows });
    await other.close();
  });

  describe('follows of a deleted fan', () => {
    const followsOf = (id: string) =>
      kickoff.connection.collection('follows').countDocuments({
        $or: [{ followerId: new Types.ObjectId(id) }, { followedId: new Types.ObjectId(id) }],
      });

    it("are deleted in both directions and subtracted from others' counts", async () => {
      await follow(alice, bob.id);
      await follow(carol, bob.id);
      await follow(bob, alice.id);
      await follow(carol, alice.id);

      await service().removeAllOf(bob.id);
      await service().removeAllOf(bob.id);

      expect(await followsOf(bob.id)).toBe(0);
      expect(await countsOf(alice)).toEqual({ friendsCount: 0, followersCount: 1 });
      expect(await countsOf(carol)).toEqual({ friendsCount: 1, followersCount: 0 });
    });

    it('are subtracted once when others unfollow concurrently', async () => {
      const crowd = await manyFans(kickoff, 60);
      for (const id of crowd) await service().follow(signedIn(id), bob.id);

      await Promise.all([
        service().removeAllOf(bob.id),
        ...crowd.map((id) => service().unfollow(id.toString(), bob.id)),
      ]);

      const users = kickoff.connection.collection('users');
      expect(await followsOf(bob.id)).toBe(0);
      expect(await users.countDocuments({ _id: { $in: crowd }, 'counts.friends': 0 })).toBe(60);
    });

    it('are in the data export, newest first', async () => {
      const crowd = await manyFans(kickoff, 501);
      const me = new Types.ObjectId(alice.id);
      await manyFollows(
        kickoff,
        crowd.map((of) => ({ by: me, of })),
      );

      const copied: string[] = [];
      for await (const { _id } of service().exportOf(alice.id)) copied.push(_id);

      expect(copied).toEqual(crowd.map((id) => id.toString()).reverse());
      expect(await service().followedBy(alice.id)).toEqual(copied);
    });
  });
});
