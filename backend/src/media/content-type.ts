import { extname } from 'node:path';

const TYPES: Record<string, string> = {
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

/** Every type of a stored file. */
export const STORED_TYPES: readonly string[] = Object.values(TYPES);

/** Returns the media type of a stored file by its name, which we generated. */
export function detectContentType(path: string): string {
  return TYPES[extname(path)] ?? 'application/octet-stream';
}
