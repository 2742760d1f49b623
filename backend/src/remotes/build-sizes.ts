import { Injectable } from '@nestjs/common';

import type { Build } from './builds/build.js';
import { brotliSize, compressedSize, isCode } from './compressed-size.js';
import { fetchFile } from './origins/fetch-manifest.js';

/** Maximum size of a file of another origin; a larger one counts as not available. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** Concurrent requests to one origin. */
const CONCURRENCY = 6;

/** Sizes of builds, computed once per build: its files never change. */
@Injectable()
export class BuildSizes {
  private readonly known = new Map<string, { build: string; bytes: Promise<number> }>();

  /** Bytes of the scripts and style sheets of a build on this disk. */
  ofFolder(folder: string, build: Build, files = build.files): Promise<number> {
    return this.once(build, () => compressedSize(folder, files));
  }

  /**
   * Returns the size of a build on another origin. While a file is not available, its group of
   * requests and those after it count as zero, and the next call measures again.
   */
  ofOrigin(base: string, build: Build): Promise<number> {
    return this.once(build, async () => {
      const { bytes, isWhole } = await fetchSizes(base, build.files.filter(isCode));
      if (!isWhole) this.known.delete(build.name);
      return bytes;
    });
  }

  private once({ name, id }: Build, measure: () => Promise<number>): Promise<number> {
    const known = this.known.get(name);
    if (known?.build === id) return known.bytes;
    const bytes = measure();
    this.known.set(name, { build: id, bytes });
    return bytes;
  }
}

async function fetchSizes(
  base: string,
  files: readonly string[],
): Promise<{ bytes: number; isWhole: boolean }> {
  let bytes = 0;
  for (let start = 0; start < files.length; start += CONCURRENCY) {
    try {
      const sizes = await Promise.all(
        files
          .slice(start, start + CONCURRENCY)
          .map(async (file) => brotliSize(await fetchFile(new URL(file, base), MAX_FILE_BYTES))),
      );
      bytes += sizes.reduce((sum, size) => sum + size, 0);
    } catch {
      // An origin that does not answer would delay the list by the time limit of each group.
      return { bytes, isWhole: false };
    }
  }
  return { bytes, isWhole: true };
}
