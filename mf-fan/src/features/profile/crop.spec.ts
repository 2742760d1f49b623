import { describe, expect, it } from '@jest/globals';

import { pulled, squareOf, WHOLE } from './crop';

const landscape = { width: 800, height: 400 };

describe('crop', () => {
  it('takes the largest centred square', () => {
    expect(squareOf(landscape, WHOLE)).toEqual({ left: 200, top: 0, side: 400 });
  });

  it('takes a smaller square when zoomed', () => {
    expect(squareOf(landscape, { zoom: 2, x: 1, y: 1 })).toEqual({
      left: 600,
      top: 200,
      side: 200,
    });
  });

  it('follows the drag', () => {
    const crop = pulled(landscape, { ...WHOLE, zoom: 2 }, 0.75, -0.25);

    expect(squareOf(landscape, crop)).toEqual({ left: 150, top: 150, side: 200 });
  });

  it('stays inside the picture', () => {
    const crop = pulled(landscape, WHOLE, -9, 9);

    expect(squareOf(landscape, crop)).toEqual({ left: 400, top: 0, side: 400 });
  });
});
