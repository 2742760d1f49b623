import { createHash } from 'node:crypto';

import type { Response } from 'express';

/** A response body serialized once for all requests, with its ETag. */
export interface CachedResponse {
  body: Buffer;
  etag: string;
}

export function renderJson(answer: unknown): CachedResponse {
  const body = Buffer.from(JSON.stringify(answer));
  // Weak, because the same response is sent in several encodings.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag };
}

/** Sends a cached response, or 304 if the client has it. Clients must revalidate before reuse. */
export function sendCached(response: Response, { body, etag }: CachedResponse): void {
  response.set({ 'Cache-Control': 'private, no-cache', ETag: etag });
  response.vary('Accept-Encoding').type('json').send(body);
}
