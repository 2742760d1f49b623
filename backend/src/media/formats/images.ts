import { access, constants, writeFile } from 'node:fs/promises';

import { IMAGE_WIDTHS } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import sharp, { type OutputInfo, type Sharp } from 'sharp';

import { TooLarge } from '../../common/errors/coded-errors.js';
import type { ImageKind } from '../../common/files/content-kind.js';
import { IncomingFiles } from '../../common/http/incoming-files.js';
import { Clock } from '../../common/time/clock.js';
import { WorkQueue } from '../../common/work/work-queue.js';
import { brokenImage, refusalOf, tookTooLong } from './decoder-words.js';
import { isWholeGif } from './gif.js';

type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Limits of an uploaded picture (SECURITY-BAR §5); the frames of an animation count together. */
const MAX = { pixels: 50_000_000, side: 12_000, frames: 200 };

/** Maximum stored side: more than a screen shows, less than a camera captures. */
const MAX_STORED_SIDE = 1_920;
const FIT = {
  width: MAX_STORED_SIDE,
  height: MAX_STORED_SIDE,
  fit: 'inside',
  withoutEnlargement: true,
} as const;
/** Slightly worse than the best compression, in half of the time. */
const WEBP = { quality: 80, effort: 2 };
/** For all renditions of a picture together. */
const TIME_LIMIT_MS = 30_000;

// One thread per image, and no cache.
sharp.concurrency(1);
sharp.cache(false);
// Blocks all decoders; those that are needed are unblocked next.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
  ],
});

/** A re-encoded picture: its renditions are in the working folder. */
export interface RebuiltImage {
  size: { width: number; height: number };
  bytes: number;
  renditions: { path: string; width?: ImageWidth }[];
}

/**
 * Decodes pictures and re-encodes their pixels, so that nothing else of the file survives. Two at a
 * time, because each needs memory for all its pixels; one animation at a time, so that a slow one
 * leaves a worker free.
 */
@Injectable()
export class Images {
  private readonly workers = new WorkQueue(2, 50);
  private readonly animations = new WorkQueue(1, 50);

  constructor(
    private readonly incoming: IncomingFiles,
    private readonly clock: Clock,
  ) {}

  /** Re-encodes a picture upright as WebP in all display sizes; an animation stays one. */
  async rebuild(kind: ImageKind, path: string): Promise<RebuiltImage> {
    const { isAnimated } = await this.workers.run(() => this.measured(kind, path));
    const work = () => this.workers.run(() => this.made(path, isAnimated));
    return isAnimated ? this.animations.run(work) : work();
  }

  private async made(path: string, isAnimated: boolean): Promise<RebuiltImage> {
    const endsAtMs = this.clock.now().getTime() + TIME_LIMIT_MS;
    const renditions: RebuiltImage['renditions'] = [];
    try {
      const picture = opened(path, isAnimated);
      const fitted = (isAnimated ? picture : picture.autoOrient()).resize(FIT);
      // An animation is decoded for each rendition, because all its frames may not fit in memory.
      const pixels = isAnimated ? undefined : await toBuffer(fitted.raw(), this.leftMs(endsAtMs));
      const whole = await this.write(pixels ? fromPixels(pixels) : fitted, endsAtMs, renditions);
      const size = { width: whole.width, height: whole.pageHeight ?? whole.height };
      let bytes = whole.size;
      for (const width of IMAGE_WIDTHS.filter((smaller) => smaller < size.width)) {
        const source = pixels ? fromPixels(pixels) : opened(whole.path, isAnimated);
        bytes += (await this.write(source.resize({ width }), endsAtMs, renditions, width)).size;
      }
      return { size, bytes, renditions };
    } catch (error) {
      await this.incoming.remove(renditions.map((rendition) => rendition.path));
      throw refusalOf(error);
    }
  }

  /** Written by us, not by the encoder, whose error for a full disk is not a system error. */
  private async write(
    picture: Sharp,
    endsAtMs: number,
    renditions: RebuiltImage['renditions'],
    width?: ImageWidth,
  ): Promise<OutputInfo & { path: string }> {
    const { data, info } = await toBuffer(picture.webp(WEBP), this.leftMs(endsAtMs));
    const path = await this.incoming.newPath();
    renditions.push({ path, ...(width === undefined ? {} : { width }) });
    await this.incoming.storing(() => writeFile(path, data, { mode: 0o600 }));
    return { ...info, path };
  }

  private leftMs(endsAtMs: number): number {
    const leftMs = endsAtMs - this.clock.now().getTime();
    if (leftMs <= 0) throw tookTooLong();
    return leftMs;
  }

  /** Reads the header only: a small file can contain more pixels than fit in memory. */
  private async measured(kind: ImageKind, path: string): Promise<{ isAnimated: boolean }> {
    // The library reports an unreadable file with the same error as an invalid one.
    await this.incoming.storing(() => access(path, constants.R_OK));
    const facts = await opened(path, kind === 'gif' || kind === 'webp')
      .metadata()
      .catch((error: unknown) => {
        throw refusalOf(error);
      });
    const { width, height, pages = 1, pageHeight = height } = facts;
    if (facts.format !== kind) throw brokenImage();
    if (kind === 'gif' && !(await this.incoming.storing(() => isWholeGif(path)))) {
      throw brokenImage();
    }
    if (width > MAX.side || pageHeight > MAX.side || width * pageHeight * pages > MAX.pixels) {
      throw new TooLarge('The image has too many pixels: at most 50 megapixels, 12,000 on a side');
    }
    if (pages > MAX.frames) {
      throw new TooLarge(`The animation has too many frames: at most ${MAX.frames}`);
    }
    return { isAnimated: pages > 1 };
  }
}

function opened(path: string, animated: boolean): Sharp {
  return sharp(path, { animated, failOn: 'error', limitInputPixels: MAX.pixels });
}

interface Output {
  data: Buffer;
  info: OutputInfo;
}

function toBuffer(picture: Sharp, leftMs: number): Promise<Output> {
  return picture
    .timeout({ seconds: Math.ceil(leftMs / 1_000) })
    .toBuffer({ resolveWithObject: true });
}

function fromPixels({ data, info: { width, height, channels } }: Output): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}
