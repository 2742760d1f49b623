import { createHash } from 'node:crypto';

/** Returns a short hash that differs for different content. */
export function contentHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Returns an ETag by a content's hash: weak, because the content is sent in several encodings. */
export function weakEtag(hash: string): string {
  return `W/"${hash}"`;
}
