import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { anMp4, aWebm, box, element, PLACE } from '../../../test/support/films.js';
import { InvalidInput, UnsupportedMedia } from '../../common/errors/coded-errors.js';
import { cleanMp4 } from './mp4.js';
import { cleanWebm } from './webm.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kickoff-films-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a cleaner on these bytes and returns its result and the written file. */
async function cleaned(clean: typeof cleanMp4, bytes: Buffer) {
  const path = join(folder, 'film');
  await writeFile(path, bytes);
  const duration = await clean(path);
  return { duration, bytes: await readFile(path) };
}

describe.each([
  ['an MP4', cleanMp4, anMp4, 'mdat'],
  ['a WebM', cleanWebm, aWebm, '\u001f\u0043\u00b6\u0075'],
] as const)('Cleaning %s', (_what, clean, aFilm, beforeFrames) => {
  it('removes metadata without moving frames or changing the length', async () => {
    const film = aFilm({ frames: Buffer.alloc(70_000, 'frames') });

    const { bytes, duration } = await cleaned(clean, film);

    expect(film.includes(PLACE)).toBe(true);
    expect(bytes.includes(PLACE)).toBe(false);
    expect(bytes).toHaveLength(film.length);
    const frames = film.indexOf(Buffer.from(beforeFrames, 'latin1'));
    expect(bytes.subarray(frames).equals(film.subarray(frames))).toBe(true);
    expect(duration).toBe(2.5);
  });

  it('does not change a cleaned file', async () => {
    const { bytes } = await cleaned(clean, aFilm());

    expect((await cleaned(clean, bytes)).bytes.equals(bytes)).toBe(true);
  });

  it('rejects a file truncated at any length', async () => {
    const film = aFilm();
    for (let length = 12; length < film.length; length += 1) {
      await expect(cleaned(clean, film.subarray(0, length))).rejects.toThrow(
        expect.objectContaining({ name: 'CodedError' }),
      );
    }
  });

  it('rejects a file of 120,000 empty parts', async () => {
    const empty = clean === cleanMp4 ? box('free') : element('ec');
    const film = Buffer.concat([aFilm(), ...Array<Buffer>(120_000).fill(empty)]);

    const whole = clean === cleanMp4 ? film : inOneSegment(film);

    await expect(cleaned(clean, whole)).rejects.toThrow(InvalidInput);
  });
});

/** Leaves the size of the segment open so that all following parts belong to it. */
function inOneSegment(film: Buffer): Buffer {
  const segment = film.indexOf(Buffer.from('18538067', 'hex'));
  const opened = Buffer.from(film);
  opened.writeUInt32BE(0x1fff_ffff, segment + 4);
  return opened;
}

describe('Cleaning an MP4', () => {
  it('removes the creation time', async () => {
    const { bytes } = await cleaned(cleanMp4, anMp4());

    const date = Buffer.alloc(4);
    date.writeUInt32BE(3_900_000_000);
    expect(bytes.includes(date)).toBe(false);
  });

  it.each(['heic', 'mif1', 'avif', 'M4A ', 'qt  ', 'crx ', 'abcd'])(
    'rejects brand %s',
    async (brand) => {
      await expect(cleaned(cleanMp4, anMp4({ brand, compatible: brand }))).rejects.toThrow(
        UnsupportedMedia,
      );
    },
  );

  it('rejects a file without a video track', async () => {
    await expect(cleaned(cleanMp4, anMp4({ track: 'soun' }))).rejects.toThrow(UnsupportedMedia);
  });

  it('rejects a file without frames or without an index', async () => {
    const film = anMp4();
    const frames = film.indexOf('mdat') - 4;
    const index = film.indexOf('moov') - 4;
    const head = film.subarray(0, index);

    await expect(cleaned(cleanMp4, film.subarray(0, frames))).rejects.toThrow(InvalidInput);
    await expect(cleaned(cleanMp4, Buffer.concat([head, film.subarray(frames)]))).rejects.toThrow(
      InvalidInput,
    );
  });

  it('accepts a last box that extends to the end of the file', async () => {
    const film = anMp4();
    film.writeUInt32BE(0, film.indexOf('mdat') - 4);

    expect((await cleaned(cleanMp4, film)).duration).toBe(2.5);
  });
});

describe('Cleaning a WebM', () => {
  it('removes metadata of a recording with open-ended parts', async () => {
    const { bytes, duration } = await cleaned(cleanWebm, aWebm({ isOpen: true }));

    expect(bytes.includes(PLACE)).toBe(false);
    expect(duration).toBe(2.5);
  });

  it('has no duration that exceeds all numbers', async () => {
    const { duration } = await cleaned(cleanWebm, aWebm({ milliseconds: 1e305 }));

    expect(duration).toBeUndefined();
  });

  it('rejects another Matroska document type', async () => {
    await expect(cleaned(cleanWebm, aWebm({ docType: 'matroska' }))).rejects.toThrow(
      UnsupportedMedia,
    );
  });

  it('rejects a file without a video track', async () => {
    await expect(cleaned(cleanWebm, aWebm({ track: 2 }))).rejects.toThrow(UnsupportedMedia);
  });
});
