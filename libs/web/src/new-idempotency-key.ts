/** Returns a random key of 32 hex digits. */
export function newIdempotencyKey(): string {
  // Not crypto.randomUUID: it is missing on pages served over plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
