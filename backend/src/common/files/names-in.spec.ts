import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { namesIn } from './names-in.js';

describe('namesIn', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kickoff-names-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('yields each name once in batches of 500 while files are being deleted', async () => {
    const names = Array.from({ length: 1_201 }, (_, index) => `name-${index}`);
    for (const name of names) await writeFile(join(folder, name), '');

    const seen: string[][] = [];
    for await (const batch of namesIn(folder)) {
      seen.push(batch);
      await Promise.all(batch.map((name) => rm(join(folder, name))));
    }

    expect(seen.map((batch) => batch.length)).toEqual([500, 500, 201]);
    expect(new Set(seen.flat())).toEqual(new Set(names));
  });

  it('yields nothing for a folder that does not exist', async () => {
    const seen = [];
    for await (const batch of namesIn(join(folder, 'nowhere'))) seen.push(batch);

    expect(seen).toEqual([]);
  });
});
