import { IMAGE_WIDTHS } from '@kickoff/contracts';
import { postMediaAddress } from '@kickoff/web';

/** A picture uploaded with a post. */
export interface PictureSource {
  /** Path of the upload. */
  path: string;
  size: { width: number; height: number } | undefined;
  /** Text description. */
  alt: string;
}

/** Builds the `srcset` of the widths that the server has. */
export function pictureWidths(path: string): string {
  return IMAGE_WIDTHS.map((width) => `${postMediaAddress(path, width)} ${width}w`).join(', ');
}
