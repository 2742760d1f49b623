import { IMAGE_WIDTHS } from '@kickoff/contracts';

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Names of ours; nothing else is ever looked for. */
const STORED_NAME = /^[0-9a-f]{32}[.](webp|mp4|webm)$/;

/** The whole file, and the smaller forms that an image may have. */
export const RENDITION_WIDTHS = [undefined, ...IMAGE_WIDTHS] as const;

/** The folder of hidden files; no address serves it. */
export const HIDDEN_FOLDER = 'withheld';

/** The folder of second copies, one subfolder per holder; no address serves it. */
export const COPIES_FOLDER = 'copies';

export const isStoredName = (name: string) => STORED_NAME.test(name);

/** The name of a smaller form, or of the whole file. */
export function renditionName(name: string, width?: ImageWidth): string {
  return width === undefined ? name : name.replace('.', `-${width}.`);
}

/** The names of ours among names of files and of smaller forms, each once. */
export function toOriginalNames(fileNames: readonly string[]): string[] {
  const names = fileNames.map((fileName) => fileName.replace(/-\d+(?=[.]webp$)/, ''));
  return [...new Set(names)].filter(isStoredName);
}
