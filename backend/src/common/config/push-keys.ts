import { createECDH, createHmac } from 'node:crypto';

import type { PushKeys } from './keys.js';

const CURVE = 'prime256v1';
/** The order of the curve's group: a private key is a number from 1 to one less. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
const KEY_BYTES = 32;

/** Makes a random key pair. */
export function makePushKeys(): PushKeys {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return toPushKeys(pair.getPrivateKey());
}

/**
 * Derives a key pair from a secret. Of 64 bytes, because the remainder of fewer would not be
 * distributed evenly (FIPS 186-5, A.2.1).
 */
export function derivePushKeys(secret: string): PushKeys {
  const bytes = createHmac('sha512', secret).update('kickoff push').digest('hex');
  const number = (BigInt(`0x${bytes}`) % (ORDER - 1n)) + 1n;
  return toPushKeys(Buffer.from(number.toString(16).padStart(KEY_BYTES * 2, '0'), 'hex'));
}

/** Whether both keys have their length and belong together. */
export function isPushKeyPair({ publicKey, privateKey }: PushKeys): boolean {
  try {
    return toPushKeys(Buffer.from(privateKey, 'base64url')).publicKey === publicKey;
  } catch {
    // No private key of the curve.
    return false;
  }
}

function toPushKeys(privateKey: Buffer): PushKeys {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  const padding = Buffer.alloc(Math.max(0, KEY_BYTES - privateKey.length));
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.concat([padding, privateKey]).toString('base64url'),
  };
}
