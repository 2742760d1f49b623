import type { Audience } from './audience';
import { adminOwner } from './drafts/draft-names';
import { claimsOf } from './token-claims';

/** Under whose name this device keeps what a session's person writes; undefined for a token that is none of ours. */
export function ownerOf(audience: Audience, token: string): string | undefined {
  const { sub } = claimsOf(token);
  if (typeof sub !== 'string') return undefined;
  return audience === 'admin' ? adminOwner(sub) : sub;
}
