import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { release, ReleaseRefused, rollBack } from './release.mjs';

/** @type {string} */
let folder;
/** @type {string} */
let live;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kickoff-release-'));
  live = aBuild('live', 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} name @param {string} version */
function aBuild(name, version) {
  const build = join(folder, name);
  mkdirSync(join(build, 'assets'), { recursive: true });
  writeFileSync(join(build, 'assets', `page.${version}.js`), version);
  for (const end of ['', '.br', '.gz'])
    writeFileSync(join(build, `mf-manifest.json${end}`), version);
  return build;
}
const manifests = () =>
  ['', '.br', '.gz'].map((end) => readFileSync(join(live, `mf-manifest.json${end}`), 'utf8'));

describe('the release of a remote', () => {
  it('puts the new version live and keeps the files of the one before', () => {
    release(aBuild('new', 'two'), live);

    expect(manifests()).toEqual(['two', 'two', 'two']);
    expect(readdirSync(join(live, 'assets')).sort()).toEqual(['page.one.js', 'page.two.js']);
  });

  it('goes back to the version before, and forward again', () => {
    release(aBuild('new', 'two'), live);

    rollBack(live);
    expect(manifests()).toEqual(['one', 'one', 'one']);
    rollBack(live);
    expect(manifests()).toEqual(['two', 'two', 'two']);
  });

  it('goes into a folder where nothing was live yet', () => {
    live = join(folder, 'empty');

    release(aBuild('new', 'two'), live);

    expect(manifests()).toEqual(['two', 'two', 'two']);
    expect(() => rollBack(live)).toThrow(ReleaseRefused);
  });

  it('refuses what is no build, and leaves the live version as it is', () => {
    mkdirSync(join(folder, 'nothing'));

    expect(() => release(join(folder, 'nothing'), live)).toThrow(ReleaseRefused);
    expect(manifests()).toEqual(['one', 'one', 'one']);
  });
});
