import { IMAGE_WIDTHS } from '@kickoff/contracts';

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Pattern of our names; no other file is ever looked up. */
const STORED_NAME = /^[0-9a-f]{32}[.](webp|mp4|webm)$/;

/** The original, and the renditions that an image may have. */
export const RENDITION_WIDTHS = [undefined, ...IMAGE_WIDTHS] as const;

/** The folder of hidden files; no address serves it. */
export const HIDDEN_FOLDER = 'withheld';

/** The folder of second copies, one subfolder per holder; no address serves it. */
export const COPIES_FOLDER = 'copies';

export const isStoredName = (name: string) => STORED_NAME.test(name);

/** Returns the name of a rendition, or of the original. */
export function renditionName(name: string, width?: ImageWidth): string {
  return width === undefined ? name : name.replace('.', `-${width}.`);
}

/** Returns the distinct originals of these files and renditions, ignoring foreign names. */
export function toOriginalNames(fileNames: readonly string[]): string[] {
  const names = fileNames.map((fileName) => fileName.replace(/-\d+(?=[.]webp$)/, ''));
  return [...new Set(names)].filter(isStoredName);
}
