import { open } from 'node:fs/promises';

import { UnsupportedMedia } from '../errors/coded-errors.js';

export type ImageKind = 'jpeg' | 'png' | 'gif' | 'webp';
/** The kind of a file, by its first bytes. Only its reader can check that it is complete. */
export type ContentKind = ImageKind | 'mp4' | 'webm';

/** The kinds that a field accepts. */
export type Accepted = 'image' | 'video' | 'any';

const KINDS_IN_WORDS: Record<Accepted, string> = {
  image: 'The image must be a JPEG, PNG, WebP or GIF file',
  video: 'The video must be an MP4 or WebM file',
  any: 'The file must be a JPEG, PNG, WebP, GIF, MP4 or WebM file',
};

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const VIDEO_TYPES = ['video/mp4', 'video/webm'];

/** The media types that each field accepts. */
export const MEDIA_TYPES: Record<Accepted, readonly string[]> = {
  image: IMAGE_TYPES,
  video: VIDEO_TYPES,
  any: [...IMAGE_TYPES, ...VIDEO_TYPES],
};

/** Magic bytes of each kind; no other file reaches a decoder. */
const BEGINNINGS: readonly { kind: ContentKind; at: number; bytes: Buffer }[] = [
  { kind: 'jpeg', at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { kind: 'png', at: 0, bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
  { kind: 'gif', at: 0, bytes: Buffer.from('GIF87a') },
  { kind: 'gif', at: 0, bytes: Buffer.from('GIF89a') },
  { kind: 'webp', at: 8, bytes: Buffer.from('WEBP') },
  { kind: 'mp4', at: 4, bytes: Buffer.from('ftyp') },
  { kind: 'webm', at: 0, bytes: Buffer.from([0x1a, 0x45, 0xdf, 0xa3]) },
];

/** Number of first bytes that identify the kind of a file. */
export const HEAD_BYTES = 12;

/** Returns the kind of a file by its first bytes, regardless of its name and declared type. */
export function kindOfHead(head: Buffer): ContentKind | undefined {
  const found = BEGINNINGS.find(({ at, bytes }) =>
    head.subarray(at, at + bytes.length).equals(bytes),
  );
  if (found?.kind === 'webp' && head.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  return found?.kind;
}

/** Creates the error for a file of an unaccepted kind. */
export function unsupported(accepted: Accepted): UnsupportedMedia {
  return new UnsupportedMedia(KINDS_IN_WORDS[accepted]);
}

export function isVideo(kind: ContentKind | undefined): kind is 'mp4' | 'webm' {
  return kind === 'mp4' || kind === 'webm';
}

export async function kindOf(path: string): Promise<ContentKind | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return kindOfHead(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
