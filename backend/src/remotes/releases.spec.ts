import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { declarationOf, FANTASY_PAGE, PROVIDED } from '../../test/support/front-end-builds.js';
import { ReleaseFixture } from '../../test/support/release-fixture.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DRAFT = {
  name: 'draft',
  pages: { Draft: { ...FANTASY_PAGE, paths: ['/draft'] } },
  navigation: [],
};

describe('Releases', () => {
  let fixture: ReleaseFixture;

  beforeEach(async () => {
    fixture = await ReleaseFixture.open();
  });
  afterEach(() => fixture.close());

  it('publishes a build and changes nothing when it is released again', async () => {
    const folder = await fixture.builds.remote('one');

    const first = await fixture.release('fantasy', folder);
    const before = await fixture.live();
    fixture.clock.advance(DAY_MS);
    const again = await fixture.release('fantasy', folder);

    expect(first).toMatch(/^1\.0\.0 [\da-f]{8}$/);
    expect(again).toBe(first);
    expect(await fixture.live()).toEqual(before);
  });

  it('restores a deleted file of the live build when that build is released again', async () => {
    const script = 'assets/page-Fantasy.00000100.js';
    const folder = await fixture.builds.remote('one');
    await fixture.release('fantasy', folder);
    const before = await fixture.live();
    await rm(join(fixture.dataFolder, 'live/fantasy', script));

    await fixture.release('fantasy', folder);

    expect([...(await fixture.live()).keys()].sort()).toEqual([...before.keys()].sort());
  });

  it('restores the previous version by a rollback and the newer one by a second', async () => {
    const one = await fixture.release('fantasy', await fixture.builds.remote('one'));
    const two = await fixture.release('fantasy', await fixture.another());

    expect(await fixture.rollBack('fantasy')).toBe(one);
    expect(await fixture.rollBack('fantasy')).toBe(two);
  });

  it("restores a build's own file on rollback when a newer build has the same file name", async () => {
    const script = 'assets/page-Fantasy.00000100.js';
    await fixture.release('fantasy', await fixture.builds.remote('one'));
    const two = await fixture.builds.remote('two', { manifest: { id: 'two' } });
    await writeFile(join(two, script), 'two');
    await fixture.release('fantasy', two);
    const text = () => readFile(join(fixture.dataFolder, 'live/fantasy', script), 'utf8');
    expect(await text()).toBe('two');

    await fixture.rollBack('fantasy');

    expect(await text()).toBe(`/* ${script} */`);
  });

  it('retains the files of replaced builds for 7 days and those of the previous build longer', async () => {
    const names = async () =>
      (await readdir(join(fixture.dataFolder, 'live/fantasy/assets')))
        .filter((name) => name.startsWith('page-') && name.endsWith('.js'))
        .map((name) => name.slice('page-Fantasy.00000'.length, -'.js'.length));
    await fixture.release('fantasy', await fixture.builds.remote('one'));
    for (const version of ['1.1.0', '1.2.0'])
      await fixture.release('fantasy', await fixture.another(version));
    fixture.clock.advance(6 * DAY_MS);
    await fixture.release('fantasy', await fixture.another('1.3.0'));
    expect(await names()).toEqual(['100', '110', '120', '130']);

    fixture.clock.advance(2 * DAY_MS);
    await fixture.release('fantasy', await fixture.another('1.4.0'));

    expect(await names()).toEqual(['120', '130', '140']);
  });

  it('completes concurrent releases in order', async () => {
    const versions = ['1.0.1', '1.0.2', '1.0.3'];
    const folders = await Promise.all(versions.map((version) => fixture.another(version)));

    const outcomes = await Promise.all(folders.map((folder) => fixture.release('fantasy', folder)));

    expect(outcomes.map((text) => text.split(' ')[0])).toEqual(versions);
    const text = await readFile(
      join(fixture.dataFolder, 'live/fantasy/.kickoff/releases.json'),
      'utf8',
    );
    for (const version of versions) expect(text).toContain(version);
  });

  it('deletes files of an interrupted release', async () => {
    const left = join(fixture.dataFolder, 'live/fantasy/.kickoff/incoming/half/assets');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'page.js'), 'half');

    await fixture.release('fantasy', await fixture.builds.remote('one'));

    expect([...(await fixture.live()).keys()].filter((path) => path.includes('half'))).toEqual([]);
  });

  it('copies neither links nor hidden files', async () => {
    const folder = await fixture.builds.remote('one');
    await symlink('/etc/hostname', join(folder, 'assets/unnamed.js'));
    await cp(join(folder, 'assets/remoteEntry.00000100.js'), join(folder, '.hidden.js'));

    await fixture.release('fantasy', folder);

    const names = await readdir(join(fixture.dataFolder, 'live/fantasy'), { recursive: true });
    expect(names.filter((name) => /unnamed|hidden/.test(name))).toEqual([]);
  });

  describe('Releases at start', () => {
    it('does not replace a live version with the packaged one', async () => {
      const one = await fixture.builds.remote('one');
      const two = await fixture.another();
      await fixture.start([{ name: 'fantasy', path: one }]);
      await fixture.release('fantasy', two);

      const lines = await fixture.start([{ name: 'fantasy', path: one }]);

      expect(lines).toEqual([]);
      expect(await fixture.liveVersion('fantasy')).toBe('1.1.0');
    });

    it('releases a shell together with the remotes that need it', async () => {
      const needs = { '@kickoff/web': '^2.0.0' };
      const provided = { ...PROVIDED, '@kickoff/web': '2.0.0' };
      const remotes = await Promise.all(
        ['fan', 'leagues', 'admin'].map(async (name) => {
          const kickoff = { ...(await declarationOf(name)), version: '2.0.0', needs };
          return { name, path: await fixture.builds.remote(`${name}-two`, { kickoff }) };
        }),
      );
      const shell = await fixture.builds.shell('two', {
        kickoff: { version: '2.0.0', needs: provided },
      });

      const lines = await fixture.start([...remotes, { name: 'shell', path: shell }]);

      expect(lines).toEqual([]);
      expect(await fixture.liveVersion('shell')).toBe('2.0.0');
      expect(await fixture.liveVersion('fan')).toBe('2.0.0');
    });

    it('reports incompatible parts and releases the others', async () => {
      const kickoff = { needs: { '@kickoff/web': '^9.0.0' } };
      const lines = await fixture.start([
        { name: 'fantasy', path: await fixture.builds.remote('one', { kickoff }) },
        { name: 'draft', path: await fixture.builds.remote('draft', { kickoff: DRAFT }) },
        { name: 'nothing', path: join(fixture.builds.path, 'nothing') },
      ]);

      expect(lines).toEqual([
        "Not released: 'fantasy' needs @kickoff/web ^9.0.0, the shell provides 1.3.0.",
      ]);
      expect(await fixture.liveVersion('draft')).toBe('1.0.0');
    });

    it('releases a first shell whatever the remotes need', async () => {
      const empty = join(fixture.builds.path, 'empty');
      const kickoff = { needs: { '@kickoff/web': '^9.0.0' } };
      const fantasy = { name: 'fantasy', path: await fixture.builds.remote('one', { kickoff }) };
      await fixture.start([fantasy], empty);

      const lines = await fixture.start(
        [{ name: 'shell', path: await fixture.builds.shell('shell') }],
        empty,
      );

      expect(lines).toEqual([]);
      expect(await fixture.liveVersion('shell', empty)).toBe('1.0.0');
    });
  });
});
