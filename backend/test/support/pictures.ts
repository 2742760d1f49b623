import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

import sharp, { type Metadata, type Sharp } from 'sharp';

/** A picture of one colour. */
export function pixels(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: 'green' } });
}

/** A small JPEG. */
export function aPicture(width = 400, height = 300): Promise<Buffer> {
  return pixels(width, height).jpeg().toBuffer();
}

/** An animation whose frames all differ. */
export function anAnimation(frames: number, width = 40, height = 30): Promise<Buffer> {
  const frameBytes = width * height * 3;
  const raw = Buffer.alloc(frameBytes * frames, 0);
  for (let frame = 0; frame < frames; frame += 1) {
    const start = frame * frameBytes;
    raw.fill(255, start, start + width * 3 * (1 + (frame % 20)));
  }
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array<number>(frames).fill(50) })
    .toBuffer();
}

function pngChunk(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A small PNG whose header claims this size. */
export function aPngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small GIF with one-pixel frames on a canvas of this size. */
export function aGifOf(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from(
    '\x21\xf9\x04\0\x05\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0',
    'latin1',
  );
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** Reads a picture's metadata from a file: the server blocks all decoders that read from memory. */
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
