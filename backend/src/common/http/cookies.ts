/**
 * One cookie of a request.
 *
 * @param header the request's `Cookie` header
 * @returns its value as it was sent; undefined where it is not there, or empty
 */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}
