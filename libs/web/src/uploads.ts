import type { IMAGE_WIDTHS } from '@kickoff/contracts';

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

function address(path: string, width: ImageWidth | undefined): string {
  return width === undefined ? `/api/uploads/${path}` : `/api/uploads/${path}?w=${width}`;
}

/** Returns the address of a post's image or video; images at most `width` pixels wide. */
export function postMediaAddress(path: string, width?: ImageWidth): string {
  return address(path, width);
}

/** Returns the address of a story's file; images at most `width` pixels wide. */
export function storyMediaAddress(media: string, width?: ImageWidth): string {
  return address(`stories/${media}`, width);
}

/** Returns the address of a fan's picture, at most `width` pixels wide; undefined without one. */
export function pictureAddress(
  { profilePicture }: { profilePicture: string },
  width: ImageWidth = 320,
): string | undefined {
  return profilePicture === '' ? undefined : address(`profile_pictures/${profilePicture}`, width);
}
