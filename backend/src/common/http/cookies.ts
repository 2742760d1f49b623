import { parseCookie } from 'cookie';

/** @returns a cookie's value as it was sent; undefined if the header has none of this name, or an empty one */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  return parseCookie(header ?? '', { decode: (value) => value })[name] || undefined;
}
