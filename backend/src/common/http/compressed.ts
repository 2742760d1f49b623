import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

import type { NextFunction, Request, Response } from 'express';

/**
 * Smaller bodies are not worth the work; half of the responses of the home page, besides the posts,
 * fit in one packet.
 */
const MIN_BYTES = 512;
/**
 * Larger bodies are compressed in another thread: 64 kB of text with few repetitions take 8 ms at
 * quality 5.
 */
const ASYNC_FROM_BYTES = 64 * 1024;
/**
 * A league's season is a sixth smaller than at quality 4 in about the same time; 11 takes half a
 * second for it.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
/**
 * For short bodies shared by many requests, such as documents: a tenth smaller than at quality 5.
 */
const BROTLI_SHORT = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
/**
 * For long responses to one reader: with few repetitions a twelfth larger than at quality 5, in a
 * fourteenth of the time.
 */
const BROTLI_ONCE = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** In the order in which we like to send them. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

const NOW: Record<Encoding, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, BROTLI),
  gzip: (text) => gzipSync(text),
};
const ONCE: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI_ONCE),
  gzip: (text) => promisify(gzip)(text, { level: 1 }),
};
const FOR_MANY: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, bytes.length <= ASYNC_FROM_BYTES ? BROTLI_SHORT : BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Compressed versions of shared bodies, by the encodings requested so far. */
const packed = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/**
 * Compresses long responses and documents. A string is for one reader: a short one is compressed
 * synchronously, because handing it to another thread takes longer. A buffer is shared by all
 * readers: another thread compresses it, once. A response that was sent in the meantime is left
 * alone.
 */
export function compressed(request: Request, response: Response, next: NextFunction): void {
  const send = response.send.bind(response);
  response.send = (body: unknown) => {
    const isText = /^(application[/]json|text[/]html)/.test(String(response.get('Content-Type')));
    const isPlain = response.get('Content-Encoding') === undefined;
    const isMade = typeof body === 'string' || Buffer.isBuffer(body);
    if (!isText || !isPlain || !isMade || body.length < MIN_BYTES) return send(body);
    response.vary('Accept-Encoding');
    const encoding = ENCODINGS.find((one) => request.acceptsEncodings(one) !== false);
    // A 304 has no body to compress.
    if (encoding === undefined || (Buffer.isBuffer(body) && request.fresh)) return send(body);

    if (typeof body === 'string' && Buffer.byteLength(body) <= ASYNC_FROM_BYTES) {
      response.set('Content-Encoding', encoding);
      return send(NOW[encoding](body));
    }
    const packing = typeof body === 'string' ? ONCE[encoding](body) : packedForMany(body, encoding);
    packing.then(
      (bytes) => {
        if (response.headersSent) return;
        response.set('Content-Encoding', encoding);
        send(bytes);
      },
      () => {
        if (!response.headersSent) send(body);
      },
    );
    return response;
  };
  next();
}

function packedForMany(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const encoded = packed.get(bytes) ?? new Map<Encoding, Promise<Buffer>>();
  packed.set(bytes, encoded);
  const packing = encoded.get(encoding) ?? FOR_MANY[encoding](bytes);
  encoded.set(encoding, packing);
  return packing;
}
