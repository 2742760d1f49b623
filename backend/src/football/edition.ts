import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Request, Response } from 'express';

const ENCODERS = {
  // Level 5: an eighth of the size in the time of a quick gzip; 11 would hold a core for a second.
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
type Encoding = keyof typeof ENCODERS;
/** In the order in which we like to send them. */
const ENCODINGS = ['br', 'gzip'] as const satisfies Encoding[];
/** Less than this fits into a packet or two as it is. */
const WORTH_BYTES = 1_400;

/** An answer made ready once for all who ask: its bytes and the tag by which a client knows it again. */
export interface Edition {
  body: Buffer;
  etag: string;
  /** The same bytes compressed, from the first time on that somebody takes them so. */
  packed: Map<Encoding, Promise<Buffer>>;
}

export function editionOf(answer: unknown): Edition {
  const body = Buffer.from(JSON.stringify(answer));
  // Weak, because the same answer goes out in several encodings.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, packed: new Map() };
}

/** Sends an edition, or 304 to a client that has it; it may be kept, but never shown unasked. */
export async function sendEdition(
  request: Request,
  response: Response,
  { body, etag, packed }: Edition,
): Promise<void> {
  response.set({ 'Cache-Control': 'private, no-cache', ETag: etag }).vary('Accept-Encoding');
  const encoding = encodingFor(request, body);
  if (request.fresh || encoding === undefined) {
    response.type('json').send(body);
    return;
  }

  const compressing = packed.get(encoding) ?? ENCODERS[encoding](body);
  packed.set(encoding, compressing);
  const sent = await compressing;
  response.set('Content-Encoding', encoding).type('json').send(sent);
}

function encodingFor(request: Request, body: Buffer): Encoding | undefined {
  if (body.length < WORTH_BYTES) return undefined;
  return ENCODINGS.find((encoding) => request.acceptsEncodings(encoding) !== false);
}
