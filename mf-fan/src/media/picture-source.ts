import { IMAGE_WIDTHS } from '@kickoff/contracts';
import { postMediaAddress } from '@kickoff/web';

/** A picture that was uploaded with a post. */
export interface PictureSource {
  /** The path behind which the upload is found. */
  path: string;
  size: { width: number; height: number } | undefined;
  /** What it shows, for those who do not see it. */
  alt: string;
}

/** The address of each width in which the server has a picture. */
export function pictureWidths(path: string): string {
  return IMAGE_WIDTHS.map((width) => `${postMediaAddress(path, width)} ${width}w`).join(', ');
}
