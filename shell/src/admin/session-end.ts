/** When a session ends at the latest, which its token tells; undefined where it does not. */
export function sessionEndOf(token: string | null): number | undefined {
  const [, claims] = token?.split('.') ?? [];
  if (claims === undefined) return undefined;
  try {
    const told: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    const isTold = typeof told === 'object' && told !== null && 'exp' in told;
    return isTold && typeof told.exp === 'number' ? told.exp * 1000 : undefined;
  } catch {
    // No token of ours: the server decides.
    return undefined;
  }
}
