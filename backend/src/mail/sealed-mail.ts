import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

import { z } from 'zod';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const Contents = z.object({
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
});
type Contents = z.infer<typeof Contents>;

/** Encrypts a mail, so that access to the database does not reveal it. */
export function seal({ to, subject, text }: Contents, key: KeyObject): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const bytes = Buffer.concat([
    cipher.update(JSON.stringify({ to, subject, text }), 'utf8'),
    cipher.final(),
  ]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]);
}

/** Decrypts a mail; throws if it was sealed with another key, or changed. */
export function unseal(sealed: Buffer, key: KeyObject): Contents {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString();
  return Contents.parse(JSON.parse(text));
}
