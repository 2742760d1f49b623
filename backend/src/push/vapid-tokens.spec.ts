import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';

import { makePushKeys } from '../common/config/push-keys.js';
import { VapidTokens } from './vapid-tokens.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const MINUTE_MS = 60_000;

const aSigner = () => new VapidTokens(makePushKeys(), 'mailto:no-reply@kickoff.example');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);

function claimsOf(authorization: string): { aud: string; exp: number } {
  const [, claims = ''] = authorization.split('.');
  return z
    .object({ aud: z.string(), exp: z.number() })
    .parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
}

// Signatures are not deterministic, so equal headers come from one signature.
describe('VapidTokens.authorize', () => {
  it('signs once for all messages to a push service within an hour', () => {
    const tokens = aSigner();

    const first = tokens.authorize('https://push.example', NOW);

    expect(first).toMatch(/^vapid t=\S+, k=\S+$/);
    expect(tokens.authorize('https://push.example', later(59))).toBe(first);
  });

  it.each([60, -60])('signs again %i minutes later', (minutes) => {
    const tokens = aSigner();
    const first = tokens.authorize('https://push.example', NOW);

    const second = tokens.authorize('https://push.example', later(minutes));

    expect(second).not.toBe(first);
    expect(claimsOf(second).exp - claimsOf(first).exp).toBe(minutes * 60);
  });

  it('signs for each push service with an expiry within a day', () => {
    const tokens = aSigner();

    const all = ['https://one.example', 'https://two.example'].map((origin) =>
      claimsOf(tokens.authorize(origin, NOW)),
    );

    expect(all.map(({ aud }) => aud)).toEqual(['https://one.example', 'https://two.example']);
    for (const { exp } of all) expect(exp * 1000 - NOW.getTime()).toBeLessThan(24 * 60 * MINUTE_MS);
  });

  it('caches the tokens of 100 push services and evicts the oldest first', () => {
    const tokens = aSigner();
    const authorize = (number: number) => tokens.authorize(`https://push${number}.example`, NOW);
    const [first, second] = [authorize(0), authorize(1)];

    for (let number = 2; number <= 100; number += 1) authorize(number);

    expect(authorize(1)).toBe(second);
    expect(authorize(0)).not.toBe(first);
  });
});
