import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

import { type NewPushSubscription, PushMessage } from '@kickoff/contracts';

const SALT_BYTES = 16;
const POINT_BYTES = 65;
const TAG_BYTES = 16;

/** The keys of a browser's push subscription; decrypts by RFC 8291 and RFC 8188. */
export class PushReceiver {
  private readonly pair: ECDH = createECDH('prime256v1');
  private readonly secret = randomBytes(16);
  private readonly point = this.pair.generateKeys();

  constructor(readonly endpoint: string) {}

  get subscription(): NewPushSubscription {
    return {
      endpoint: this.endpoint,
      expirationTime: null,
      keys: {
        p256dh: this.point.toString('base64url'),
        auth: this.secret.toString('base64url'),
      },
    };
  }

  /** Decrypts a body in `aes128gcm`. */
  decrypt(body: Buffer): PushMessage {
    const salt = body.subarray(0, SALT_BYTES);
    const keyLength = body.readUInt8(SALT_BYTES + 4);
    const header = SALT_BYTES + 5 + keyLength;
    const sender = body.subarray(SALT_BYTES + 5, header);
    if (keyLength !== POINT_BYTES) throw new Error('The sender has no key in the header');
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.point, sender]);
    const ikm = hkdf(this.pair.computeSecret(sender), this.secret, info, 32);
    const key = hkdf(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(body.subarray(-TAG_BYTES));
    const text = Buffer.concat([
      decipher.update(body.subarray(header, -TAG_BYTES)),
      decipher.final(),
    ]).toString();
    // The delimiter of the last record, and padding, follow the text.
    const json: unknown = JSON.parse(text.slice(0, text.lastIndexOf('\u0002')));
    return PushMessage.strict().parse(json);
  }
}

function hkdf(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
