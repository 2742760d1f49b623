import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '@kickoff/contracts';

export type FileKind = 'image' | 'video';

const MIB = 1024 * 1024;

/** Accepted files of each kind; the server checks the content as well (API.md §10). */
export const ACCEPTED = {
  image: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    maxBytes: IMAGE_MAX_BYTES,
    words: 'a JPEG, PNG, WebP or GIF picture',
  },
  video: {
    types: ['video/mp4', 'video/webm'],
    maxBytes: VIDEO_MAX_BYTES,
    words: 'an MP4 or WebM video',
  },
} as const;

/** Returns the validation error of a file, which names the file. */
export function fileFault(kind: FileKind, { name, type, size }: File): string | undefined {
  const { types, maxBytes, words } = ACCEPTED[kind];
  // Some systems leave an unknown type empty: then the server decides.
  if (type !== '' && !types.some((accepted) => accepted === type)) {
    return `"${name}" is not ${words}`;
  }
  if (size === 0) return `"${name}" is empty`;
  if (size > maxBytes) return `"${name}" is larger than ${maxBytes / MIB} MB`;
  return undefined;
}
