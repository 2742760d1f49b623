import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { namesIn } from './names-in.js';

describe('the names in a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kickoff-names-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('come some at a time, each once, however many there are and though some go meanwhile', async () => {
    const names = Array.from({ length: 1_201 }, (_, index) => `name-${index}`);
    for (const name of names) await writeFile(join(folder, name), '');

    const seen: string[][] = [];
    for await (const some of namesIn(folder)) {
      seen.push(some);
      await Promise.all(some.map((name) => rm(join(folder, name))));
    }

    expect(seen.map((some) => some.length)).toEqual([500, 500, 201]);
    expect(new Set(seen.flat())).toEqual(new Set(names));
  });

  it('are none where there is no such folder', async () => {
    const seen = [];
    for await (const some of namesIn(join(folder, 'nowhere'))) seen.push(some);

    expect(seen).toEqual([]);
  });
});
