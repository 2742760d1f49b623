import { writeFile } from 'node:fs/promises';

import { IMAGE_WIDTHS } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import sharp, { type OutputInfo, type Sharp } from 'sharp';

import { CodedError, InvalidInput, TooLarge } from '../../common/errors/coded-errors.js';
import { IncomingFiles } from '../../common/http/incoming-files.js';
import { WorkQueue } from '../../common/work/work-queue.js';
import type { ImageKind } from './content-kind.js';
import { isWholeGif } from './gif.js';

type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** How large a picture may come (SECURITY-BAR §5); the frames of an animation count together. */
const MAX = { pixels: 50_000_000, side: 12_000, frames: 200 };

/** What is kept of it: more than any screen shows, and less than a camera takes. */
const KEPT_SIDE = 1_920;
/** A little worse than the best each can do, for half of the time. */
const WEBP = { quality: 80, effort: 2 };
const TIME_LIMIT_S = 30;

// One thread a picture, and nothing kept in memory after it.
sharp.concurrency(1);
sharp.cache(false);
// Whatever a file pretends to be: no other decoder is ever reached.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
  ],
});

/** A picture made anew: the forms lie where files are worked on. */
export interface RebuiltImage {
  size: { width: number; height: number };
  bytes: number;
  forms: { path: string; width?: ImageWidth }[];
}

/**
 * Owns pictures: decodes them and makes new ones of the pixels, so that nothing
 * else of the file lives on. One at a time, because each needs memory for all
 * of its pixels.
 */
@Injectable()
export class Images {
  private readonly queue = new WorkQueue(1, 50);

  constructor(private readonly incoming: IncomingFiles) {}

  /** The picture upright and in sizes to be shown, as WebP; an animation stays one. */
  rebuild(kind: ImageKind, path: string): Promise<RebuiltImage> {
    return this.queue.run(async () => {
      const { isAnimated } = await measured(kind, path);
      const forms: RebuiltImage['forms'] = [];
      try {
        const picture = opened(path, isAnimated);
        const whole = await this.write(
          (isAnimated ? picture : picture.autoOrient()).resize({
            width: KEPT_SIDE,
            height: KEPT_SIDE,
            fit: 'inside',
            withoutEnlargement: true,
          }),
          forms,
        );
        const size = { width: whole.width, height: whole.pageHeight ?? whole.height };
        let bytes = whole.size;
        for (const width of IMAGE_WIDTHS.filter((smaller) => smaller < size.width)) {
          // Of the new one: it stands upright, and its size is known to be bearable.
          const smaller = opened(whole.path, isAnimated).resize({ width });
          bytes += (await this.write(smaller, forms, width)).size;
        }
        return { size, bytes, forms };
      } catch (error) {
        await this.incoming.remove(forms.map((form) => form.path));
        throw refusalOf(error);
      }
    });
  }

  /** Written by us and not by the encoder, whose words for a full disk are its own. */
  private async write(
    picture: Sharp,
    forms: RebuiltImage['forms'],
    width?: ImageWidth,
  ): Promise<OutputInfo & { path: string }> {
    const { data, info } = await picture
      .webp(WEBP)
      .timeout({ seconds: TIME_LIMIT_S })
      .toBuffer({ resolveWithObject: true });
    const path = await this.incoming.newPath();
    forms.push({ path, ...(width === undefined ? {} : { width }) });
    await this.incoming.storing(() => writeFile(path, data, { mode: 0o600 }));
    return { ...info, path };
  }
}

function opened(path: string, animated: boolean): Sharp {
  return sharp(path, { animated, failOn: 'error', limitInputPixels: MAX.pixels });
}

/** Looks at the head of the file alone: a small file can hold more pixels than there is memory. */
async function measured(kind: ImageKind, path: string): Promise<{ isAnimated: boolean }> {
  const facts = await opened(path, kind === 'gif' || kind === 'webp')
    .metadata()
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  const { width, height, pages = 1, pageHeight = height } = facts;
  if (facts.format !== kind || (kind === 'gif' && !(await isWholeGif(path)))) throw broken();
  if (width > MAX.side || pageHeight > MAX.side || width * pageHeight * pages > MAX.pixels) {
    throw new TooLarge('The image has too many pixels: at most 50 megapixels, 12,000 on a side');
  }
  if (pages > MAX.frames) {
    throw new TooLarge(`The animation has too many frames: at most ${MAX.frames}`);
  }
  return { isAnimated: pages > 1 };
}

/** The decoder tells of a file it cannot read to its end. */
function refusalOf(error: unknown): unknown {
  if (error instanceof CodedError) return error;
  return error instanceof Error && /pixel limit/.test(error.message)
    ? new TooLarge('The image has too many pixels')
    : broken();
}

function broken(): InvalidInput {
  return new InvalidInput('The image is broken and cannot be read');
}
