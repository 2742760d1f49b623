import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FriendSuggestion } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows } from './support/many-fans.js';

const NOBODY = '0123456789abcdef01234567';

describe('GET /api/user/friend-suggestions', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let me: Types.ObjectId;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    await kickoff.connection.collection('users').deleteMany({});
    alice = await aFan(kickoff);
    me = new Types.ObjectId(alice.id);
  });

  const suggested = async (query = '', by = alice): Promise<FriendSuggestion[]> => {
    const answer = await as(kickoff, by).get(`/api/user/friend-suggestions${query}`).expect(200);
    return z.array(FriendSuggestion).parse(answer.body);
  };
  const idsOf = (fans: readonly FriendSuggestion[]) => fans.map(({ _id }) => _id);
  const dismiss = (id: string) => as(kickoff, alice).delete(`/api/user/friend-suggestions/${id}`);
  const supports = (team: string) =>
    kickoff.connection.collection('users').updateOne({ _id: me }, { $set: { fav_team1: team } });
  /** A fan with a name, of a team, who is followed by some. */
  async function aStranger(
    username: string,
    { team = '', followedBy = [] }: { team?: string; followedBy?: Types.ObjectId[] } = {},
  ): Promise<string> {
    const [_id] = await manyFans(kickoff, 1, () => ({ username, fav_team1: team }));
    if (!_id) throw new Error('No fan was made');
    await manyFollows(
      kickoff,
      followedBy.map((by) => ({ by, of: _id })),
    );
    return _id.toString();
  }
  async function friends(count: number): Promise<Types.ObjectId[]> {
    const made = await manyFans(kickoff, count);
    await manyFollows(
      kickoff,
      made.map((of) => ({ by: me, of })),
    );
    return made;
  }

  it('states the reason: same team, friends in common, both, or recent activity', async () => {
    await supports('Arsenal');
    const three = await friends(3);
    await aStranger('nobody special');
    await aStranger('team mate', { team: 'ARSENAL' });
    await aStranger('one in common', { followedBy: three.slice(0, 1), team: 'Ajax' });
    await aStranger('three in common', { followedBy: three });
    await aStranger('both', { team: 'Arsenal', followedBy: three.slice(0, 2) });

    expect((await suggested()).map(({ username, reason }) => [username, reason])).toEqual([
      ['both', 'Same team, 2 friends in common'],
      ['three in common', '3 friends in common'],
      ['one in common', '1 friend in common'],
      ['team mate', 'Same team'],
      ['nobody special', 'Recently active'],
    ]);
  });

  it('returns only the fields of a row', async () => {
    await supports('Arsenal');
    const id = await aStranger('team mate', { team: 'Arsenal' });

    const answer = await as(kickoff, alice).get('/api/user/friend-suggestions');

    expect(answer.body).toEqual([
      { _id: id, username: 'team mate', profilePicture: '', reason: 'Same team' },
    ]);
  });

  it('treats an empty team as no team', async () => {
    await aStranger('also without');

    expect((await suggested()).map(({ reason }) => reason)).toEqual(['Recently active']);
  });

  it('falls back to recently active fans', async () => {
    await manyFans(kickoff, 3, (at) => ({
      username: `seen ${at}`,
      lastSeenAt: new Date(Date.UTC(2026, 0, 1 + at)),
    }));

    expect((await suggested()).map(({ username }) => username)).toEqual([
      'seen 2',
      'seen 1',
      'seen 0',
    ]);
  });

  it('returns 10 suggestions by default', async () => {
    await manyFans(kickoff, 60);

    expect(await suggested()).toHaveLength(10);
    expect(await suggested('?limit=1')).toHaveLength(1);
    expect(await suggested('?limit=50')).toHaveLength(50);
    expect(new Set(idsOf(await suggested('?limit=50'))).size).toBe(50);
  });

  it.each(['limit=0', 'limit=101', 'limit=a', 'limit=', 'limit[$gt]=1', 'limit=1&limit=2'])(
    'answers 400 for %s',
    async (query) => {
      await as(kickoff, alice).get(`/api/user/friend-suggestions?${query}`).expect(400);
    },
  );

  it('excludes the reader and fans who are followed, dismissed, suspended, muted or blocked either way', async () => {
    await supports('Arsenal');
    const [friend] = await friends(1);
    if (!friend) throw new Error('No friend was made');
    const close = { team: 'Arsenal', followedBy: [friend] };
    const followed = await aStranger('followed', close);
    const dismissed = await aStranger('dismissed', close);
    const blocked = await aStranger('blocked', close);
    const muted = await aStranger('muted', close);
    const welcome = await aStranger('welcome', close);
    const suspended = await aStranger('suspended', close);
    await kickoff.connection
      .collection('users')
      .updateOne({ _id: new Types.ObjectId(suspended) }, { $set: { suspension: { reason: 'x' } } });
    const blocker = await aFan(kickoff, { username: 'blocker' });
    await manyFollows(kickoff, [
      { by: friend, of: me },
      { by: friend, of: new Types.ObjectId(blocker.id) },
    ]);
    await as(kickoff, alice).post(`/api/user/follow/${followed}`).expect(200);
    await as(kickoff, alice).post(`/api/user/block/${blocked}`).expect(204);
    await as(kickoff, alice).post(`/api/user/mute/${muted}`).expect(204);
    await as(kickoff, blocker).post(`/api/user/block/${alice.id}`).expect(204);
    await dismiss(dismissed).expect(204);

    expect(idsOf(await suggested())).toEqual([welcome]);
  });

  it('includes a fan again after unfollow, unblock or unmute, but not after a dismissal', async () => {
    const id = await aStranger('back again');
    for (const what of ['follow', 'block', 'mute']) {
      await as(kickoff, alice).post(`/api/user/${what}/${id}`);
      expect(idsOf(await suggested())).toEqual([]);
      await as(kickoff, alice).delete(`/api/user/${what}/${id}`).expect(204);
      expect(idsOf(await suggested())).toEqual([id]);
    }
    await dismiss(id).expect(204);
    await dismiss(id).expect(204);

    expect(idsOf(await suggested())).toEqual([]);
  });

  it('excludes all followed fans of a reader who follows more fans than are read', async () => {
    await supports('Arsenal');
    const many = await manyFans(kickoff, 150, () => ({ fav_team1: 'Arsenal' }));
    await manyFollows(
      kickoff,
      many.map((of) => ({ by: me, of })),
    );
    const stranger = await aStranger('stranger', { team: 'Arsenal' });

    expect(idsOf(await suggested())).toEqual([stranger]);
  });

  it.each([NOBODY, 'abc', '%24ne'])(
    'a dismissal answers 404 for the unknown fan %s',
    async (id) => {
      await dismiss(id).expect(404);
    },
  );

  it('a dismissal answers 400 for the reader', async () => {
    await dismiss(alice.id).expect(400);
  });

  it('a dismissal hides the fan only from the reader who dismissed them', async () => {
    const id = await aStranger('one of many');
    const bob = await aFan(kickoff);
    await dismiss(id).expect(204);

    expect(idsOf(await suggested('', bob))).toContain(id);
  });
});
