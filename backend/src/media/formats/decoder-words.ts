import { InvalidInput, TooLarge, Unavailable } from '../../common/errors/coded-errors.js';

/** Prefixes of decoders' messages about unreadable bytes; libpng may fail without a message. */
const ABOUT_THE_BYTES =
  /^(Input file (has corrupt header|contains unsupported image format)|(VipsJpeg|vipspng|webp|webp2vips|(jpeg|png|webp|gif)load(_\w+)?): |Unknown error$)/;

/**
 * Maps an error of the picture library to the error for the sender: only a decoder's error about
 * the bytes is their fault. Any other error is returned unchanged.
 */
export function refusalOf(error: unknown): unknown {
  const words = error instanceof Error && error.constructor === Error ? error.message : '';
  if (/pixel limit/.test(words)) return new TooLarge('The image has too many pixels');
  if (/^timeout: /.test(words)) return tookTooLong();
  return ABOUT_THE_BYTES.test(words) ? brokenImage() : error;
}

/** Creates the error for an unreadable picture. */
export function brokenImage(): InvalidInput {
  return new InvalidInput('The image is broken and cannot be read');
}

/** Creates the error for a picture that exceeds the time limit. */
export function tookTooLong(): Unavailable {
  return new Unavailable(
    'The image took too long to prepare. Please try again, or send a smaller one.',
  );
}
