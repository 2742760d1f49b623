import { Injectable } from '@nestjs/common';

import type { Build } from './builds/build.js';
import { brotliSize, compressedSize, isCode } from './compressed-size.js';
import { fetchFile } from './origins/fetch-manifest.js';

/** Maximum size of a file of another origin; larger ones are not counted. */
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

  /** Returns the size of a build on another origin; an unavailable file counts as zero. */
  ofOrigin(base: string, build: Build): Promise<number> {
    return this.once(build, () => fetchSizes(base, build.files.filter(isCode)));
  }

  private once({ name, id }: Build, measure: () => Promise<number>): Promise<number> {
    const known = this.known.get(name);
    if (known?.build === id) return known.bytes;
    const bytes = measure();
    this.known.set(name, { build: id, bytes });
    return bytes;
  }
}

async function fetchSizes(base: string, files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (let start = 0; start < files.length; start += CONCURRENCY) {
    const sizes = await Promise.all(
      files.slice(start, start + CONCURRENCY).map(async (file) => {
        try {
          return await brotliSize(await fetchFile(new URL(file, base), MAX_FILE_BYTES));
        } catch {
          return 0;
        }
      }),
    );
    bytes += sizes.reduce((sum, size) => sum + size, 0);
  }
  return bytes;
}
