import { InvalidInput, TooLarge, Unavailable } from '../../common/errors/coded-errors.js';

/** How the decoders begin what they say about bytes that they cannot read; libpng may fail without a word. */
const ABOUT_THE_BYTES =
  /^(Input file (has corrupt header|contains unsupported image format)|(VipsJpeg|vipspng|webp|webp2vips|(jpeg|png|webp|gif)load(_\w+)?): |Unknown error$)/;

/**
 * What an error of the picture library is for whoever sent the picture: only
 * what a decoder says about its bytes is their fault. Anything else is thrown
 * as it is.
 */
export function refusalOf(error: unknown): unknown {
  const words = error instanceof Error && error.constructor === Error ? error.message : '';
  if (/pixel limit/.test(words)) return new TooLarge('The image has too many pixels');
  if (/^timeout: /.test(words)) return tookTooLong();
  return ABOUT_THE_BYTES.test(words) ? brokenImage() : error;
}

/** The refusal of a picture that makes no sense. */
export function brokenImage(): InvalidInput {
  return new InvalidInput('The image is broken and cannot be read');
}

/** The refusal of a picture that more time cannot be spent on. */
export function tookTooLong(): Unavailable {
  return new Unavailable(
    'The image took too long to prepare. Please try again, or send a smaller one.',
  );
}
