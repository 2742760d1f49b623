import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createRemote } from './create-remote.mjs';
import { findNameFault } from './name-fault.mjs';
import { ownProjectFiles, workspaceFiles } from './project-files.mjs';
import { writeTemplate } from './template.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kickoff-create-'));
});
afterEach(() => {
  delete process.env['KICKOFF_DATA'];
  rmSync(folder, { recursive: true });
});

/** @param {string} name of a file in the folder */
const read = (name) => readFileSync(join(folder, name), 'utf8');

describe('findNameFault', () => {
  it.each([
    ['leagues', "the name 'leagues' is taken."],
    ['Fantasy', "the name 'Fantasy' must be 2 to 31 of a-z"],
    ['shell', "the name 'shell' must be 2 to 31 of a-z"],
    ['api', "'api' claims the reserved word /api."],
    ['home', "'home' claims the address /home of 'fan'."],
  ])('rejects the name %s', (name, fault) => {
    expect(findNameFault(name)).toContain(fault);
  });

  it('rejects the name of a live remote', () => {
    process.env['KICKOFF_DATA'] = folder;
    mkdirSync(join(folder, 'live/fantasy'), { recursive: true });
    const kickoff = {
      manifest: 1,
      name: 'fantasy',
      version: '1.0.0',
      needs: {},
      pages: { Fantasy: { paths: ['/fantasy'], audience: 'fan', title: 'Fantasy' } },
      navigation: [],
    };
    writeFileSync(join(folder, 'live/fantasy/mf-manifest.json'), JSON.stringify({ kickoff }));

    expect(findNameFault('fantasy')).toBe("the name 'fantasy' is taken.");
  });

  it('accepts any other name', () => {
    expect(findNameFault('dream-team')).toBeUndefined();
  });
});

describe('createRemote', () => {
  it('changes nothing in a folder that is not empty', async () => {
    writeFileSync(join(folder, 'notes.txt'), 'ours');

    await expect(createRemote('fantasy', folder)).rejects.toThrow(`${folder} is not empty.`);

    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('creates no folder for a taken name', async () => {
    const target = join(folder, 'new');

    await expect(createRemote('leagues', target)).rejects.toThrow("the name 'leagues' is taken.");

    expect(existsSync(target)).toBe(false);
  });
});

describe('The template of a separate project', () => {
  it('contains page, texts, declaration and the tarballs of the libraries', async () => {
    const tarballs = ['contracts', 'ui', 'web', 'remote-kit'].map((name) => {
      const { version } = JSON.parse(
        readFileSync(join(root, 'libs', name, 'package.json'), 'utf8'),
      );
      return `kickoff-${name}-${version}.tgz`;
    });

    await writeTemplate(folder, 'dream-team', ownProjectFiles('dream-team', tarballs));

    expect(JSON.parse(read('remote.json'))).toEqual({
      name: 'dream-team',
      pages: {
        DreamTeam: {
          paths: ['/dream-team'],
          audience: 'fan',
          title: 'Dream team',
          preload: ['/api/user/profile'],
        },
      },
      navigation: [{ page: 'DreamTeam', label: 'Dream team', icon: 'trophy', place: 'main' }],
    });
    expect(read('src/pages/DreamTeamPage.tsx')).toContain('<h1>{texts.page.title}</h1>');
    expect(read('src/texts.ts')).toContain("page: { title: 'Dream team' }");
    expect(read('src/pages/DreamTeamPage.module.css')).toContain('.page {');
    const { devDependencies, scripts } = JSON.parse(read('package.json'));
    expect(devDependencies).toMatchObject({ '@kickoff/web': `file:libs/${tarballs[2]}` });
    expect(Object.keys(scripts)).toEqual(['start', 'test', 'types', 'build', 'release']);
  });
});

describe('The template of a workspace', () => {
  it('builds with a manifest that lists its needs and hashed asset names', async () => {
    // Inside the root so that Node finds its packages.
    const workspace = join(root, 'dist', `spec-${process.pid}`);
    try {
      await writeTemplate(workspace, 'dream-team', workspaceFiles('dream-team'));
      const command = [
        '--conditions=@kickoff/source',
        ...['--import', join(root, 'tools/jest/native/register.mjs')],
        ...[join(root, 'libs/remote-kit/bin/kickoff-remote.mjs'), 'build'],
      ];

      await run(process.execPath, command, { cwd: workspace });

      const built = join(workspace, 'dist');
      const { name, kickoff } = JSON.parse(readFileSync(join(built, 'mf-manifest.json'), 'utf8'));
      expect(name).toBe('kickoff_dream_team');
      expect(kickoff).toMatchObject({
        manifest: 1,
        name: 'dream-team',
        version: '1.0.0',
        needs: { react: expect.stringMatching(/^\^/), '@kickoff/web': expect.any(String) },
      });
      const stable = readdirSync(join(built, 'assets')).filter(
        (file) => !/\.[\da-f]{8}\./.test(file),
      );
      expect(stable).toEqual([]);
    } finally {
      rmSync(workspace, { recursive: true, force: true });
    }
  }, 120_000);
});
