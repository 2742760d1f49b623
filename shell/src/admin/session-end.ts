import { claimsOf } from '@kickoff/web/token-claims';

/** Returns the expiry of a session from its token; undefined if the token has none. */
export function sessionEndOf(token: string | null): number | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : undefined;
}
