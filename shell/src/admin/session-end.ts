import { claimsOf } from '@kickoff/web/token-claims';

/** When a session ends at the latest, which its token tells; undefined where it does not. */
export function sessionEndOf(token: string | null): number | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : undefined;
}
