import type { Response } from 'express';

import { contentHash, weakEtag } from '../common/http/etag.js';

/** A response body serialized once for all requests, with its ETag. */
export interface CachedResponse {
  body: Buffer;
  etag: string;
}

export function renderJson(answer: unknown): CachedResponse {
  const body = Buffer.from(JSON.stringify(answer));
  return { body, etag: weakEtag(contentHash(body)) };
}

/** Sends a cached response, or 304 if the client has it. Clients must revalidate before reuse. */
export function sendCached(response: Response, { body, etag }: CachedResponse): void {
  response.set({ 'Cache-Control': 'private, no-cache', ETag: etag });
  response.vary('Accept-Encoding').type('json').send(body);
}
