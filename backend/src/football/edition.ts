import { createHash } from 'node:crypto';

import type { Response } from 'express';

/** An answer made ready once for all who ask: its bytes and the tag by which a client knows it again. */
export interface Edition {
  body: Buffer;
  etag: string;
}

export function editionOf(answer: unknown): Edition {
  const body = Buffer.from(JSON.stringify(answer));
  // Weak, because the same answer goes out in several encodings.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag };
}

/** Sends an edition, or 304 to a client that has it; it may be kept, but never shown unasked. */
export function sendEdition(response: Response, { body, etag }: Edition): void {
  response.set({ 'Cache-Control': 'private, no-cache', ETag: etag });
  response.vary('Accept-Encoding').type('json').send(body);
}
