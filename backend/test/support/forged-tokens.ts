import { createHmac, type KeyObject } from 'node:crypto';

const base64 = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Claims of a token, as anyone can read them. */
export function claimsOf(token: string): Record<string, unknown> {
  const [, claims = ''] = token.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
}

/** A forged token; with the right key and claims it is valid. */
export function forgedToken(
  claims: Record<string, unknown>,
  key: KeyObject | string,
  algorithm: 'HS256' | 'HS512' | 'none' = 'HS256',
): string {
  const body = `${base64({ alg: algorithm, typ: 'JWT' })}.${base64(claims)}`;
  if (algorithm === 'none') return `${body}.`;
  const hash = algorithm === 'HS256' ? 'sha256' : 'sha512';
  return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`;
}
