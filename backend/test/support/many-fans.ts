import { Types } from 'mongoose';

import type { Fan } from '../../src/common/auth/audience.js';
import { toFanSearchSuffixes } from '../../src/common/text/fan-search-suffixes.js';
import { toSearchKeys } from '../../src/common/text/search-keys.js';
import type { KickOff } from './kickoff.js';

/** All names have the same length, so that response sizes can be compared. */
let number = 100_000;

/**
 * Inserts fans without hashing a password for each; they cannot log in.
 *
 * @param fields returns the individual fields of the fan at an index
 */
export async function manyFans(
  kickoff: Pick<KickOff, 'connection' | 'clock'>,
  count: number,
  fields: (at: number) => Record<string, unknown> & { username?: string } = () => ({}),
): Promise<Types.ObjectId[]> {
  const fans = Array.from({ length: count }, (_, at) => {
    number += 1;
    const own = fields(at);
    const username = own.username ?? `crowd ${number}`;
    const identity = {
      _id: new Types.ObjectId(),
      userId: number,
      username,
      email: `crowd.${number}@fans.example`,
      phone: '+44 20 7946 0000',
    };
    return {
      ...identity,
      usernameKey: username.toLowerCase(),
      usernameSkeleton: `crowd-${number}`,
      searchKeys: toSearchKeys(username),
      foundBy: toFanSearchSuffixes({ ...identity, ...own, _id: identity._id.toString() }),
      passwordHash: 'none',
      fav_team1: '',
      fav_player: '',
      profilePicture: '',
      settings: { hideContact: false },
      counts: { friends: 0, followers: 0, posts: 0 },
      createdAt: kickoff.clock.now(),
      ...own,
    };
  });
  if (fans.length > 0) await kickoff.connection.collection('users').insertMany(fans);
  return fans.map(({ _id }) => _id);
}

/** Inserts follows, the first of these fans followed first; counts are not changed. */
export async function manyFollows(
  kickoff: Pick<KickOff, 'connection'>,
  pairs: readonly { by: Types.ObjectId; of: Types.ObjectId }[],
): Promise<void> {
  const start = Date.UTC(2026, 0, 1);
  if (pairs.length === 0) return;
  await kickoff.connection.collection('follows').insertMany(
    pairs.map(({ by, of }, at) => ({
      _id: new Types.ObjectId(),
      followerId: by,
      followedId: of,
      createdAt: new Date(start + at * 1000),
    })),
  );
}

/** A fan in the form in which services receive a signed-in one. */
export function signedIn(id: Types.ObjectId): Fan {
  return { id: id.toString(), sessionId: '', audience: 'fan' };
}
