import { IMAGE_WIDTHS } from '@kickoff/contracts';

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Names of ours; nothing else is ever looked for. */
const NAME = /^[0-9a-f]{32}[.](webp|mp4|webm)$/;

/** The whole file, and the smaller forms that an image may have. */
export const FORMS = [undefined, ...IMAGE_WIDTHS] as const;

/** The folder of files that are kept and not served; no address leads there. */
export const WITHHELD = 'withheld';

/** The folder of second copies, one folder in it for whoever keeps them; no address leads there. */
export const COPIES = 'copies';

export const isOurs = (name: string) => NAME.test(name);

/** The name of a smaller form, or of the whole file. */
export function formOf(name: string, width?: ImageWidth): string {
  return width === undefined ? name : name.replace('.', `-${width}.`);
}

/** The names of ours among names of files and of smaller forms, each once. */
export function namesOf(forms: readonly string[]): string[] {
  const names = forms.map((form) => form.replace(/-\d+(?=[.]webp$)/, ''));
  return [...new Set(names)].filter(isOurs);
}
