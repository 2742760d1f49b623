import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

import type { NextFunction, Request, Response } from 'express';

/** Less than this is not worth the work; of what home asks for beside its posts, half is less than a packet. */
const WORTH_BYTES = 512;
/** More than this is compressed in another thread: 64 kB of text that repeats little take 8 ms at quality 5. */
const ASIDE_FROM_BYTES = 64 * 1024;
/** A league's season is a sixth smaller than by 4, for no more time to speak of; 11 takes half a second for it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
/** For short bytes that are sent to many, such as documents: a tenth smaller than by 5. */
const BROTLI_SHORT = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
/** For long answers made for one reader: of text that repeats little a twelfth larger than by 5, in a fourteenth of its time. */
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
    promisify(brotliCompress)(bytes, bytes.length <= ASIDE_FROM_BYTES ? BROTLI_SHORT : BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Bytes that are sent to many, in each encoding that somebody took so far. */
const packed = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/**
 * Lets long answers and documents travel compressed. A text is made for one reader: a short one is
 * compressed on the spot, because handing it to another thread takes longer than that. Bytes are made for
 * all who ask: another thread compresses them, and once. What has been answered meanwhile stays as it is.
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

    if (typeof body === 'string' && Buffer.byteLength(body) <= ASIDE_FROM_BYTES) {
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
