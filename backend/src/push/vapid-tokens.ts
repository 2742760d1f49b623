import webPush from 'web-push';

import type { PushKeys } from '../common/config/keys.js';

/** A push service rejects a token that is valid for longer than a day (RFC 8292). */
const VALID_SECONDS = 12 * 60 * 60;
/** A token is replaced long before its expiry, so that clocks may differ. */
const REUSE_MS = 60 * 60_000;
/** Fans provide the services, so the cache is bounded; the oldest token is evicted. */
const MAX_TOKENS = 100;

interface Token {
  authorization: string;
  signedAtMs: number;
}

/** Signs requests to push services (RFC 8292): once per service and hour, because signing costs twice as much as encrypting. */
export class VapidTokens {
  private readonly tokens = new Map<string, Token>();

  /** @param subject the sender, as a URL */
  constructor(
    private readonly keys: PushKeys,
    private readonly subject: string,
  ) {}

  /** Returns the `Authorization` header for the origin of a push service. */
  authorize(origin: string, now: Date): string {
    const nowMs = now.getTime();
    const known = this.tokens.get(origin);
    if (known && Math.abs(nowMs - known.signedAtMs) < REUSE_MS) return known.authorization;
    const authorization = this.sign(origin, Math.floor(nowMs / 1000) + VALID_SECONDS);
    this.tokens.delete(origin);
    this.tokens.set(origin, { authorization, signedAtMs: nowMs });
    const [oldest] = this.tokens.keys();
    if (this.tokens.size > MAX_TOKENS && oldest !== undefined) this.tokens.delete(oldest);
    return authorization;
  }

  private sign(origin: string, expiresAt: number): string {
    const { publicKey, privateKey } = this.keys;
    return webPush.getVapidHeaders(
      origin,
      this.subject,
      publicKey,
      privateKey,
      'aes128gcm',
      expiresAt,
    ).Authorization;
  }
}
