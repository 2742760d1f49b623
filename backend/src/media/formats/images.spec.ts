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
/** What happens whenever a form of a picture is about to be stored. */
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

describe('a slow animation', () => {
  it('does not hold up other pictures, nor do two of them', async () => {
    const workshop = images();
    const [one, other, still] = [
      await stored(await anAnimation(2)),
      await stored(await anAnimation(3)),
      await stored(await aPicture()),
    ];
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let arrived: () => void = () => undefined;
    const isAtWork = new Promise<void>((resolve) => (arrived = resolve));
    beforeStoring = () => {
      arrived();
      return held;
    };
    const animations = [workshop.rebuild('gif', one), workshop.rebuild('gif', other)];
    await isAtWork;

    beforeStoring = () => Promise.resolve();
    await expect(workshop.rebuild('jpeg', still)).resolves.toMatchObject({ size: { width: 400 } });

    goOn();
    await Promise.all(animations);
  });

  it('gets 30 seconds for all of its forms together, and is refused as unavailable after', async () => {
    const path = await stored(await anAnimation(2, 700));
    let forms = 0;
    beforeStoring = () => {
      forms += 1;
      nowMs += 16_000;
      return Promise.resolve();
    };

    await expect(images().rebuild('gif', path)).rejects.toBeInstanceOf(Unavailable);

    expect(forms).toBe(2);
  });
});

describe('what goes wrong with a picture', () => {
  it('is called broken where the decoder says so of its bytes', async () => {
    const path = await stored((await aPicture()).subarray(0, 900));

    await expect(images().rebuild('jpeg', path)).rejects.toBeInstanceOf(InvalidInput);
  });

  it('is never called broken where the disk does not give the file', async () => {
    for (const kind of ['jpeg', 'gif'] as const) {
      await expect(images().rebuild(kind, join(folder, 'gone'))).rejects.toBeInstanceOf(
        Unavailable,
      );
    }
  });

  it('is never called broken where it is a bug of ours', async () => {
    const path = await stored(await aPicture());
    const bug = new TypeError('undefined is not a function');
    beforeStoring = () => Promise.reject(bug);

    await expect(images().rebuild('jpeg', path)).rejects.toBe(bug);
  });
});
