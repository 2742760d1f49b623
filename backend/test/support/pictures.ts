import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp, { type Metadata, type Sharp } from 'sharp';

/** A picture in pixels of one colour. */
export function pixels(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: 'green' } });
}

/** A small JPEG. */
export function aPicture(width = 400, height = 300): Promise<Buffer> {
  return pixels(width, height).jpeg().toBuffer();
}

/** What a picture is, read by its file: the server lets no decoder read from memory. */
export async function factsOf(picture: Buffer): Promise<Metadata> {
  const folder = await mkdtemp(join(tmpdir(), 'kickoff-picture-'));
  try {
    const path = join(folder, randomBytes(4).toString('hex'));
    await writeFile(path, picture);
    return await sharp(path, { animated: true }).metadata();
  } finally {
    await rm(folder, { recursive: true });
  }
}
