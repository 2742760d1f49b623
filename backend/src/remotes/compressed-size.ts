import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Whether a file counts as script or style sheet. */
export const isCode = (file: string) => /\.(?:m?js|css)$/.test(file);

/** Sums the scripts and style sheets among some files of a folder, in bytes compressed with Brotli. */
export async function compressedSize(folder: string, files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const file of files.filter(isCode)) {
    bytes += await sizeOf(join(folder, file)).catch(() => 0);
  }
  return bytes;
}

async function sizeOf(path: string): Promise<number> {
  const compressed = await stat(`${path}.br`).catch(() => undefined);
  return compressed?.size ?? brotliSize(await readFile(path));
}

export async function brotliSize(bytes: Buffer): Promise<number> {
  return (await compress(bytes)).length;
}
