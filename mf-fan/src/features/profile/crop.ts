/** A square cut of a picture. */
export interface Crop {
  /** 1 shows as much as fits; larger values magnify. */
  zoom: number;
  /** Position of the square, from 0 (left, top) to 1 (right, bottom). */
  x: number;
  y: number;
}

export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const MOST_ZOOM = 4;

interface Size {
  width: number;
  height: number;
}

/** Returns the square of a crop in the picture's pixels. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

const within = (share: number) => Math.min(1, Math.max(0, share));

/** Returns the crop after dragging by shares of the square's side, clamped to the picture. */
export function pulled(size: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = squareOf(size, crop);
  const spare = { x: size.width - side, y: size.height - side };
  return {
    ...crop,
    x: spare.x > 0 ? within(crop.x - (right * side) / spare.x) : crop.x,
    y: spare.y > 0 ? within(crop.y - (down * side) / spare.y) : crop.y,
  };
}

/** In pixels: the largest size in which a fan's picture is shown. */
export const CUT_SIDE = 640;

/** Draws a crop of a picture in its upload size. */
export function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = squareOf(image, crop);
  // JPEG has no transparency: without a background it would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, CUT_SIDE, CUT_SIDE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, side, side, 0, 0, CUT_SIDE, CUT_SIDE);
}

/** Returns a crop of a picture as a file. */
export function cutPicture(image: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = CUT_SIDE;
  canvas.height = CUT_SIDE;
  drawCrop(canvas, image, crop);
  return new Promise((done, fail) => {
    canvas.toBlob(
      (file) => (file ? done(file) : fail(new Error('This picture could not be cut'))),
      'image/jpeg',
      0.9,
    );
  });
}
