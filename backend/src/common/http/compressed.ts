import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

import type { NextFunction, Request, Response } from 'express';

/** Less than this is not worth the work; of what home asks for beside its posts, half is less than a packet. */
const WORTH_BYTES = 512;
/** A league's season is a sixth smaller than by 4, for no more time to speak of; 11 takes half a second for it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** In the order in which we like to send them. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

const NOW: Record<Encoding, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, BROTLI),
  gzip: (text) => gzipSync(text),
};
const ASIDE: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Bytes that are kept to be sent to many, in each encoding that somebody took so far. */
const packed = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/**
 * Lets long answers and documents travel compressed. A text is made for one and
 * packed on the spot: 15 kB take 45 microseconds, less than handing them to
 * another thread would. Bytes are made for all who ask: they may be large, so
 * another thread packs them, and once.
 */
export function compressed(request: Request, response: Response, next: NextFunction): void {
  const send = response.send.bind(response);
  response.send = (body: unknown) => {
    const isText = /^(application[/]json|text[/]html)/.test(String(response.get('Content-Type')));
    const isPlain = response.get('Content-Encoding') === undefined;
    const isMade = typeof body === 'string' || Buffer.isBuffer(body);
    if (!isText || !isPlain || !isMade || body.length < WORTH_BYTES) return send(body);
    response.vary('Accept-Encoding');
    const encoding = ENCODINGS.find((one) => request.acceptsEncodings(one) !== false);
    // Who has the bytes already gets none, whatever they would be packed in.
    if (encoding === undefined || (Buffer.isBuffer(body) && request.fresh)) return send(body);

    if (typeof body === 'string') {
      response.set('Content-Encoding', encoding);
      return send(NOW[encoding](body));
    }
    keptPacked(body, encoding).then(
      (bytes) => {
        response.set('Content-Encoding', encoding);
        send(bytes);
      },
      () => send(body),
    );
    return response;
  };
  next();
}

function keptPacked(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const kept = packed.get(bytes) ?? new Map<Encoding, Promise<Buffer>>();
  packed.set(bytes, kept);
  const packing = kept.get(encoding) ?? ASIDE[encoding](bytes);
  kept.set(encoding, packing);
  return packing;
}
