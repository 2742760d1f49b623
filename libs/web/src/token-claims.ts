/** Claims of a session token. Unverified, for display only: the server decides. */
export interface TokenClaims {
  /** Id of the account. */
  sub?: unknown;
  /** Expiry, in seconds since 1970. */
  exp?: unknown;
}

/** Decodes a token; empty for an unreadable one. */
export function claimsOf(token: string | null): TokenClaims {
  const [, claims] = token?.split('.') ?? [];
  if (claims === undefined) return {};
  try {
    const payload: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof payload === 'object' && payload !== null ? payload : {};
  } catch {
    return {};
  }
}
