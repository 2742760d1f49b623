/** Names one thing that is to be made, however often it is sent. */
export function newKey(): string {
  // Not crypto.randomUUID, which browsers withhold from pages on plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
