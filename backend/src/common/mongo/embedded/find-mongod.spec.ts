import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { StartError } from '../../config/start-error.js';
import { findMongod, type MongodPlaces } from './find-mongod.js';

describe('findMongod', () => {
  let folder: string;
  let said: string[];
  const say = (line: string) => said.push(line);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kickoff-find-'));
    said = [];
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A program that prints the `--version` output of a mongod of this version. */
  async function aMongod(path: string, version: string): Promise<string> {
    await writeFile(path, `#!/bin/sh\necho "db version v${version}"\necho "Build Info: {}"\n`);
    await chmod(path, 0o755);
    return path;
  }

  /** A machine without any mongod, unless the test adds one. */
  function places(overrides: Partial<MongodPlaces> = {}): MongodPlaces {
    return {
      command: join(folder, 'not-there'),
      cacheFolder: join(folder, 'cache'),
      fetches: [],
      ...overrides,
    };
  }

  it('prefers the mongod on PATH', async () => {
    const own = await aMongod(join(folder, 'mongod'), '7.0.14');

    const found = await findMongod({ binary: undefined, say }, places({ command: own }));

    expect(found).toEqual({ path: own, version: '7.0.14' });
  });

  it('uses MONGOD_BINARY without looking at other places', async () => {
    const own = await aMongod(join(folder, 'mongod'), '7.0.14');
    const chosen = await aMongod(join(folder, 'chosen'), '6.0.0');

    const found = await findMongod({ binary: chosen, say }, places({ command: own }));

    expect(found).toEqual({ path: chosen, version: '6.0.0' });
  });

  it.each([
    ['a version before 6.0', '5.0.31', 'is version 5.0.31, needed is 6.0 or newer'],
    ['no file', undefined, 'not found'],
  ])(
    'fails when MONGOD_BINARY is %s even if another mongod is available',
    async (_, version, words) => {
      const own = await aMongod(join(folder, 'mongod'), '7.0.14');
      const chosen = join(folder, 'chosen');
      if (version !== undefined) await aMongod(chosen, version);

      const finding = findMongod({ binary: chosen, say }, places({ command: own }));

      await expect(finding).rejects.toThrow(`MONGOD_BINARY is of no use: ${chosen} ${words}`);
      await expect(finding).rejects.toThrow(StartError);
    },
  );

  it('skips a mongod that is too old and downloads one', async () => {
    const own = await aMongod(join(folder, 'mongod'), '4.4.29');
    const fetches: MongodPlaces['fetches'] = [
      ['the depot', (into) => aMongod(join(into, 'mongod'), '8.2.6')],
    ];

    const found = await findMongod({ binary: undefined, say }, places({ command: own, fetches }));

    expect(found.version).toBe('8.2.6');
  });

  it('caches a downloaded mongod for the next start', async () => {
    const cacheFolder = join(folder, 'cache');
    const fetches: MongodPlaces['fetches'] = [
      ['the depot', (into) => aMongod(join(into, 'mongod'), '8.2.6')],
    ];
    await findMongod({ binary: undefined, say }, places({ cacheFolder, fetches }));

    const found = await findMongod({ binary: undefined, say }, places({ cacheFolder }));

    expect(found).toEqual({ path: join(cacheFolder, 'mongod'), version: '8.2.6' });
    expect(await readdir(cacheFolder)).toEqual(['mongod']);
  });

  it('tries the next source when a download fails and reports the failure', async () => {
    const fetches: MongodPlaces['fetches'] = [
      ['the depot', () => Promise.reject(new Error('the gate is closed'))],
      ['the barn', (into) => aMongod(join(into, 'mongod'), '6.0.5')],
    ];

    const found = await findMongod({ binary: undefined, say }, places({ fetches }));

    expect(found.version).toBe('6.0.5');
    expect(said).toEqual([
      'Getting a MongoDB server, once, from the depot …',
      'That did not work: the gate is closed.',
      'Getting a MongoDB server, once, from the barn …',
    ]);
  });

  it('caches no download that does not run on this machine', async () => {
    const cacheFolder = join(folder, 'cache');
    const fetches: MongodPlaces['fetches'] = [
      ['the depot', (into) => aMongod(join(into, 'mongod'), '5.0.0')],
    ];

    const finding = findMongod({ binary: undefined, say }, places({ cacheFolder, fetches }));

    await expect(finding).rejects.toThrow(StartError);
    expect(await readdir(cacheFolder)).toEqual([]);
  });

  it('lists every attempt and the remedies when no mongod is available', async () => {
    const fetches: MongodPlaces['fetches'] = [
      ['the depot', () => Promise.reject(new Error('the gate is closed'))],
      ['the barn', () => Promise.reject(new Error('it is empty'))],
    ];

    const finding = findMongod(
      { binary: undefined, say },
      places({ command: 'no-mongod', fetches }),
    );

    await expect(finding).rejects.toThrow(
      'There is no MongoDB server on this machine and none could be fetched. ' +
        `Tried: no-mongod on PATH (not found); ${join(folder, 'cache', 'mongod')} (not found); ` +
        'the depot (the gate is closed); the barn (it is empty). ' +
        'Install MongoDB 6.0 or newer, or set MONGOD_BINARY to the path of a mongod, ' +
        'or MONGODB_URI to a MongoDB that runs already.',
    );
  });
});
