import { RESERVED_WORDS } from '@kickoff/contracts';

import { toSearchKeys } from '../common/text/search-keys.js';
import { usernameKey, usernameSkeleton } from '../common/text/username-keys.js';
import type { User } from './user.schema.js';

/**
 * Returns the keys under which a fan of this name may be stored, best first. A name in lower case
 * that folding changes is only a key of an account whose folded key was taken (`foldUsernames`).
 */
export function lookUpKeys(username: string): readonly string[] {
  const lower = username.normalize('NFKC').toLowerCase().normalize('NFKC');
  return [...new Set([lower, usernameKey(username)])];
}

const RESERVED: ReadonlySet<string> = new Set(Array.from(RESERVED_WORDS, usernameSkeleton));

/** Returns whether a name is a reserved word or looks like one. */
export function isReserved(username: string): boolean {
  return RESERVED.has(usernameSkeleton(username));
}

/** A name with its derived keys, as stored at registration and rename. */
export function namedAs(
  username: string,
): Pick<User, 'username' | 'usernameKey' | 'usernameSkeleton' | 'searchKeys'> {
  return {
    username,
    usernameKey: usernameKey(username),
    usernameSkeleton: usernameSkeleton(username),
    searchKeys: toSearchKeys(username),
  };
}
