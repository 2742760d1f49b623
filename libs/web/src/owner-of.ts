import type { Audience } from './audience';
import { adminOwner } from './drafts/draft-keys';
import { claimsOf } from './token-claims';

/** Returns the owner id for device data of a session; undefined for an unknown token. */
export function ownerOf(audience: Audience, token: string): string | undefined {
  const { sub } = claimsOf(token);
  if (typeof sub !== 'string') return undefined;
  return audience === 'admin' ? adminOwner(sub) : sub;
}
