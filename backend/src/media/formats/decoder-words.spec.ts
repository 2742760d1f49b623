import { describe, expect, it } from '@jest/globals';

import { InvalidInput, NotFound, TooLarge, Unavailable } from '../../common/errors/coded-errors.js';
import { refusalOf } from './decoder-words.js';

describe('refusalOf', () => {
  it.each([
    'VipsJpeg: premature end of JPEG image',
    'VipsJpeg: Quantization table 0x02 was not defined',
    'vipspng: libpng read error',
    'webp2vips: unable to read pixels',
    'gifload: Invalid frame data',
    'gifload_file: no frames in GIF',
    'Input file has corrupt header:',
    'Input file has corrupt header: webp: unable to parse image',
    'Input file contains unsupported image format',
    'Unknown error',
  ])('maps invalid image data to InvalidInput (%s)', (words) => {
    expect(refusalOf(new Error(words))).toBeInstanceOf(InvalidInput);
  });

  it('maps too many pixels to TooLarge', () => {
    expect(refusalOf(new Error('Input image exceeds pixel limit'))).toBeInstanceOf(TooLarge);
  });

  it('maps a decoder timeout to Unavailable', () => {
    const words = 'timeout: 3% complete\nVipsImage: killed for image "temp-1"\nwebpsave_buffer: x';

    expect(refusalOf(new Error(words))).toBeInstanceOf(Unavailable);
  });

  it.each([
    new Error('Input file is missing: /data/uploads/.incoming/x'),
    new Error('webpsave_buffer: out of memory'),
    new Error('Expected integer between 0 and 6 for effort but received 7 of type number'),
    new TypeError('Unknown error'),
    Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }),
    new NotFound('file'),
    'VipsJpeg: ',
  ])('returns any other error unchanged (%s)', (error) => {
    expect(refusalOf(error)).toBe(error);
  });
});
