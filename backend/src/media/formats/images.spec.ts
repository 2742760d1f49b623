import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { anAnimation, aPicture } from '../../../test/support/pictures.js';
import { readSettings } from '../../common/config/env.js';
import { InvalidInput, Unavailable } from '../../common/errors/coded-errors.js';
import { IncomingFiles } from '../../common/http/incoming-files.js';
import { Clock } from '../../common/time/clock.js';
import { Images } from './images.js';

let folder: string;
/** Runs before each rendition of a picture is stored. */
let beforeStoring: () => Promise<void>;
let nowMs: number;

class WatchedFiles extends IncomingFiles {
  override async newPath(): Promise<string> {
    await beforeStoring();
    return super.newPath();
  }
}

class SetClock extends Clock {
  now(): Date {
    return new Date(nowMs);
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kickoff-images-'));
  beforeStoring = () => Promise.resolve();
  nowMs = Date.UTC(2026, 10, 21);
});
afterEach(() => rm(folder, { recursive: true }));

const images = () =>
  new Images(new WatchedFiles(readSettings({ KICKOFF_DATA: folder })), new SetClock());

async function stored(bytes: Buffer): Promise<string> {
  const path = join(folder, randomBytes(4).toString('hex'));
  await writeFile(path, bytes);
  return path;
}

describe('Images.rebuild with a slow animation', () => {
  it('rebuilds a still picture while two animations are in progress', async () => {
    const service = images();
    const [one, other, still] = [
      await stored(await anAnimation(2)),
      await stored(await anAnimation(3)),
      await stored(await aPicture()),
    ];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let start: () => void = () => undefined;
    const hasStarted = new Promise<void>((resolve) => (start = resolve));
    beforeStoring = () => {
      start();
      return released;
    };
    const animations = [service.rebuild('gif', one), service.rebuild('gif', other)];
    await hasStarted;

    beforeStoring = () => Promise.resolve();
    await expect(service.rebuild('jpeg', still)).resolves.toMatchObject({ size: { width: 400 } });

    release();
    await Promise.all(animations);
  });

  it('rejects an animation with Unavailable after 30 seconds for all renditions', async () => {
    const path = await stored(await anAnimation(2, 700));
    let renditions = 0;
    beforeStoring = () => {
      renditions += 1;
      nowMs += 16_000;
      return Promise.resolve();
    };

    await expect(images().rebuild('gif', path)).rejects.toBeInstanceOf(Unavailable);

    expect(renditions).toBe(2);
  });
});

describe('Images.rebuild on errors', () => {
  it('rejects invalid image data with InvalidInput', async () => {
    const path = await stored((await aPicture()).subarray(0, 900));

    await expect(images().rebuild('jpeg', path)).rejects.toBeInstanceOf(InvalidInput);
  });

  it('rejects an unreadable file with Unavailable', async () => {
    for (const kind of ['jpeg', 'gif'] as const) {
      await expect(images().rebuild(kind, join(folder, 'gone'))).rejects.toBeInstanceOf(
        Unavailable,
      );
    }
  });

  it('rejects with the original error for a programming error', async () => {
    const path = await stored(await aPicture());
    const bug = new TypeError('undefined is not a function');
    beforeStoring = () => Promise.reject(bug);

    await expect(images().rebuild('jpeg', path)).rejects.toBe(bug);
  });
});
