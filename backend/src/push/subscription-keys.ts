import { ECDH } from 'node:crypto';

import { InvalidInput } from '../common/errors/coded-errors.js';

const CURVE = 'prime256v1';
const BASE64 = /^[\w+/-]+={0,2}$/;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** Checks the keys of a browser and returns them in base64url. */
export function requireSubscriptionKeys(keys: { p256dh: string; auth: string }): {
  p256dh: string;
  auth: string;
} {
  const point = toBytes(keys.p256dh);
  if (!isPoint(point)) {
    throw InvalidInput.in('keys.p256dh', 'p256dh must be an uncompressed point of P-256');
  }
  const secret = toBytes(keys.auth);
  if (secret.length !== AUTH_BYTES) {
    throw InvalidInput.in('keys.auth', `auth must be ${AUTH_BYTES} bytes long`);
  }
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') };
}

function toBytes(text: string): Buffer {
  return BASE64.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
}

/** Whether the bytes are an uncompressed point that is on the curve. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, CURVE);
    return true;
  } catch {
    return false;
  }
}
