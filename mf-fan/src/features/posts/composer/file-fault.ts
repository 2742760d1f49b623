import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '@kickoff/contracts';
import { fillText } from '@kickoff/ui';

import { texts } from '../../../texts';

export type FileKind = 'image' | 'video';

const MIB = 1024 * 1024;

/** Accepted files of each kind; the server checks the content as well (API.md §10). */
export const ACCEPTED = {
  image: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    maxBytes: IMAGE_MAX_BYTES,
    wrongType: texts.files.notImage,
  },
  video: {
    types: ['video/mp4', 'video/webm'],
    maxBytes: VIDEO_MAX_BYTES,
    wrongType: texts.files.notVideo,
  },
} as const;

/** Returns the validation error of a file, which names the file. */
export function fileFault(kind: FileKind, { name, type, size }: File): string | undefined {
  const { types, maxBytes, wrongType } = ACCEPTED[kind];
  // Some systems leave an unknown type empty: then the server decides.
  if (type !== '' && !types.some((accepted) => accepted === type)) {
    return fillText(wrongType, { name });
  }
  if (size === 0) return fillText(texts.files.empty, { name });
  if (size > maxBytes) return fillText(texts.files.tooLarge, { name, max: maxBytes / MIB });
  return undefined;
}
