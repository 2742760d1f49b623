/** What the token of a session says of it. It is read for the screen alone: the server decides. */
export interface TokenClaims {
  /** Whose session it is. */
  sub?: unknown;
  /** When it ends at the latest, in seconds. */
  exp?: unknown;
}

/** What a token says; nothing where it is none of ours. */
export function claimsOf(token: string | null): TokenClaims {
  const [, claims] = token?.split('.') ?? [];
  if (claims === undefined) return {};
  try {
    const told: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof told === 'object' && told !== null ? told : {};
  } catch {
    return {};
  }
}
