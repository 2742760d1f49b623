import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { declarationOf, FANTASY_PAGE, PROVIDED } from '../../test/support/front-end-builds.js';
import { ReleaseFixture } from '../../test/support/release-fixture.js';
import { Releases } from './releases.js';

describe('Releases rejects', () => {
  let fixture: ReleaseFixture;

  beforeEach(async () => {
    fixture = await ReleaseFixture.open();
  });
  afterEach(() => fixture.close());

  it.each([
    [
      'claims an address',
      { pages: { Fantasy: { ...FANTASY_PAGE, paths: ['/home'] } } },
      "'fantasy' claims the address /home of 'fan'",
    ],
    [
      'claims an address in other letters',
      { pages: { Fantasy: { ...FANTASY_PAGE, paths: ['/fantasy', '/ADMINhome'] } } },
      "'fantasy' claims the address /AdminHome of 'admin'",
    ],
    [
      'claims an address of the shell',
      { pages: { Fantasy: { ...FANTASY_PAGE, paths: ['/user-login'] } } },
      "'fantasy' claims the address /user-login of 'shell'",
    ],
    [
      'claims a navigation entry',
      { navigation: [{ page: 'Fantasy', label: 'Leagues', icon: 'trophy', place: 'main' }] },
      "'fantasy' claims the navigation entry 'Leagues' of 'leagues'",
    ],
    [
      'claims a reserved word',
      { pages: { Fantasy: { ...FANTASY_PAGE, paths: ['/api/fantasy'] } } },
      "'fantasy' claims the reserved word /api",
    ],
    [
      'needs a newer shell',
      { needs: { '@kickoff/web': '^1.4.0' } },
      "'fantasy' needs @kickoff/web ^1.4.0, the shell provides 1.3.0",
    ],
    [
      'has an invalid range',
      { needs: { '@kickoff/web': 'newest' } },
      "kickoff.needs.@kickoff/web in mf-manifest.json is 'newest', not a range of versions",
    ],
    [
      'has a field of a wrong type',
      { pages: { Fantasy: { ...FANTASY_PAGE, paths: '/fantasy' } } },
      'kickoff.pages.Fantasy.paths in mf-manifest.json: Invalid input: expected tuple, received string',
    ],
    [
      'has an unknown field',
      { pages: { Fantasy: { ...FANTASY_PAGE, icon: 'x' } } },
      'kickoff.pages.Fantasy in mf-manifest.json: Unrecognized key: "icon"',
    ],
    [
      'has the audience anyone',
      { pages: { Fantasy: { ...FANTASY_PAGE, audience: 'anyone' } } },
      "kickoff.pages.Fantasy.audience must be 'fan' or 'admin' (mf-manifest.json)",
    ],
    [
      'has another name',
      { name: 'draft' },
      "kickoff.name in mf-manifest.json is 'draft', not 'fantasy'",
    ],
  ])('a build that %s and changes nothing', async (_what, kickoff, reason) => {
    const before = await fixture.live();

    const outcome = await fixture.release(
      'fantasy',
      await fixture.builds.remote('one', { kickoff }),
    );

    expect(outcome).toBe(reason);
    expect(await fixture.live()).toEqual(before);
  });

  const entry = (name: string) => ({
    metaData: { remoteEntry: { name } },
  });
  it.each([
    ['a missing file', entry('assets/none.js'), "'assets/none.js', which is missing"],
    ['a link', entry('assets/link.js'), "'assets/link.js', which is a link"],
    ['a file behind a link', entry('linked/file.js'), "'linked/file.js', which is a link"],
    ['a folder', entry('assets'), "'assets', which is no file"],
    ['an absolute file', entry('/etc/hostname'), "'/etc/hostname', which is absolute"],
    [
      'a path outside its folder',
      entry('assets/../../x.js'),
      "'assets/../../x.js', which climbs out of its folder",
    ],
    [
      'a file of another origin',
      entry('https://elsewhere.example/x.js'),
      "'https://elsewhere.example/x.js', which is of another origin",
    ],
    [
      'a file of another origin without a scheme',
      entry('//elsewhere.example/x.js'),
      "'//elsewhere.example/x.js', which is of another origin",
    ],
    ['an encoded file', entry('%2e%2e/x.js'), "'%2e%2e/x.js', which is no plain relative path"],
    ['a hidden file', entry('assets/.x.js'), "'assets/.x.js', which begins with a dot"],
  ])('a manifest that names %s and changes nothing', async (_what, manifest, reason) => {
    const folder = await fixture.builds.remote('one', { manifest });
    await writeFile(join(folder, 'real.js'), '');
    await symlink(join(folder, 'real.js'), join(folder, 'assets/link.js'));
    await mkdir(join(fixture.builds.path, 'outside'));
    await writeFile(join(fixture.builds.path, 'outside/file.js'), '');
    await symlink(join(fixture.builds.path, 'outside'), join(folder, 'linked'));
    const before = await fixture.live();

    const outcome = await fixture.release('fantasy', folder);

    expect(outcome).toBe(`mf-manifest.json names ${reason}`);
    expect(await fixture.live()).toEqual(before);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example/', '\\\\elsewhere.example\\'])(
    'a build whose files are loaded from %s',
    async (publicPath) => {
      const metaData = { publicPath, remoteEntry: { name: 'assets/remoteEntry.js' } };

      const outcome = await fixture.release(
        'fantasy',
        await fixture.builds.remote('one', { manifest: { metaData } }),
      );

      expect(outcome).toBe(
        `metaData.publicPath in mf-manifest.json is '${publicPath}', of another origin`,
      );
    },
  );

  it('a page without its module', async () => {
    const none = { sync: [], async: [] };
    const exposes = [{ path: './pages', assets: { js: none, css: none } }];

    const outcome = await fixture.release(
      'fantasy',
      await fixture.builds.remote('one', { manifest: { exposes } }),
    );

    expect(outcome).toBe(
      'kickoff.pages in mf-manifest.json has the page Fantasy without its module',
    );
  });

  it('a manifest that is invalid, too large or absent', async () => {
    const folder = await fixture.builds.remote('one');
    const write = (text: string) => writeFile(join(folder, 'mf-manifest.json'), text);

    await write('{');
    expect(await fixture.release('fantasy', folder)).toBe('mf-manifest.json is not JSON');
    await write(`{${' '.repeat(1024 * 1024)}}`);
    expect(await fixture.release('fantasy', folder)).toBe('mf-manifest.json is over 1 MB');
    expect(await fixture.release('fantasy', fixture.builds.path)).toBe(
      `there is no mf-manifest.json in ${fixture.builds.path}`,
    );
  });

  it('a shell incompatible with live remotes, naming each', async () => {
    const needs = { '@kickoff/web': '^1.3.0' };
    await fixture.release('fantasy', await fixture.builds.remote('one', { kickoff: { needs } }));
    const before = await fixture.live();
    const provided = { ...PROVIDED, '@kickoff/web': '2.0.0' };

    const outcome = await fixture.release(
      'shell',
      await fixture.builds.shell('two', { kickoff: { needs: provided } }),
    );

    expect(outcome.split('; ')).toEqual([
      "'admin' needs @kickoff/web ^1.0.0, the shell provides 2.0.0",
      "'fan' needs @kickoff/web ^1.0.0, the shell provides 2.0.0",
      "'fantasy' needs @kickoff/web ^1.3.0, the shell provides 2.0.0",
      "'leagues' needs @kickoff/web ^1.0.0, the shell provides 2.0.0",
    ]);
    expect(await fixture.live()).toEqual(before);
  });

  it('a shell that claims an address of a remote', async () => {
    const { pages } = await declarationOf('shell');
    const terms = { paths: ['/home'], audience: 'anyone', title: 'Terms' };
    const shell = await fixture.builds.shell('two', {
      kickoff: { pages: { ...pages, Terms: terms } },
    });

    expect(await fixture.release('shell', shell)).toBe("'shell' claims the address /home of 'fan'");
  });

  it('a rollback without a previous version', async () => {
    expect(await fixture.rollBack('fantasy')).toBe("'fantasy' was never live");
    await fixture.release('fantasy', await fixture.builds.remote('one'));
    expect(await fixture.rollBack('fantasy')).toBe("there is no version of 'fantasy' before");
  });

  it('a rollback to a version incompatible with the shell', async () => {
    const old = { '@kickoff/web': '~1.3.0' };
    await fixture.release(
      'fantasy',
      await fixture.builds.remote('one', { kickoff: { needs: old } }),
    );
    await fixture.release('fantasy', await fixture.another());
    const needs = { ...PROVIDED, '@kickoff/web': '1.4.0' };
    await fixture.release('shell', await fixture.builds.shell('two', { kickoff: { needs } }));
    const before = await fixture.live();

    const outcome = await fixture.rollBack('fantasy');

    expect(outcome).toBe("'fantasy' needs @kickoff/web ~1.3.0, the shell provides 1.4.0");
    expect(await fixture.live()).toEqual(before);
  });

  it('a release or rollback of a remote that REMOTES puts on another origin', async () => {
    const remotes = [{ name: 'fantasy', base: 'https://fantasy.example/x/' }];
    const elsewhere = new Releases({ dataFolder: fixture.dataFolder, remotes }, fixture.clock);
    const reason = "REMOTES puts 'fantasy' on https://fantasy.example";

    await expect(elsewhere.release('fantasy', await fixture.builds.remote('one'))).rejects.toThrow(
      reason,
    );
    await expect(elsewhere.rollBack('fantasy')).rejects.toThrow(reason);
  });
});
