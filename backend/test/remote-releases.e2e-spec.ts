import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { BuildsFolder, releaseOwnPages } from './support/front-end-builds.js';
import { runCommand } from './support/server-process.js';

describe('npm run release', () => {
  let builds: BuildsFolder;
  let dataFolder: string;

  beforeEach(async () => {
    builds = await BuildsFolder.make();
    dataFolder = join(builds.path, 'data');
    await releaseOwnPages(dataFolder);
  });
  afterEach(() => builds.remove());

  const run = async (...options: string[]) => {
    const { code, output } = await runCommand('release', options, { KICKOFF_DATA: dataFolder });
    return { code, last: output.trimEnd().split('\n').at(-1) };
  };

  it('prints the live version and exits with code 0 after a release or a rollback', async () => {
    const second = await builds.remote('two', { kickoff: { version: '1.1.0' } });

    const one = await run('fantasy', '--from', await builds.remote('one'));
    const two = await run('fantasy', '--from', second);

    expect(one).toEqual({
      code: 0,
      last: expect.stringMatching(/^fantasy 1\.0\.0 \([\da-f]{8}\) is live\.$/),
    });
    expect(two.last).toMatch(/^fantasy 1\.1\.0 /);
    expect(await run('fantasy', '--rollback')).toEqual(one);
    expect(await run('fantasy', '--rollback')).toEqual(two);
  });

  it('finds a finished build relative to the folder of the caller', async () => {
    const folder = await builds.remote('one');
    // As npm does, which runs a command in the project's folder.
    const variables = { KICKOFF_DATA: dataFolder, INIT_CWD: dirname(folder) };
    const options = ['fantasy', '--from', basename(folder)];

    expect(await runCommand('release', options, variables)).toMatchObject({ code: 0 });
  });

  it('prints the reason of a refusal and exits with code 1', async () => {
    const kickoff = { needs: { '@kickoff/web': '^1.4.0' } };
    const unfit = await builds.remote('one', { kickoff });

    expect(await run('fantasy', '--from', unfit)).toEqual({
      code: 1,
      last: "Not released: 'fantasy' needs @kickoff/web ^1.4.0, the shell provides 1.3.0.",
    });
    expect(await run('fantasy', '--rollback')).toEqual({
      code: 1,
      last: "Not rolled back: 'fantasy' was never live.",
    });
  });

  it('prints the malformed setting and exits with code 1', async () => {
    const variables = { KICKOFF_DATA: dataFolder, REMOTES: 'fan=https://x.example' };
    const { code, output } = await runCommand('release', ['fan', '--rollback'], variables);

    expect(code).toBe(1);
    expect(output).toContain('REMOTES must be');
    expect(output).toMatch(/Not rolled back: the settings are not valid\.\n$/);
  });

  it.each([
    [[]],
    [['Fantasy', '--rollback']],
    [['fantasy', 'fan', '--rollback']],
    [['fantasy', '--rollback', '--from', '.']],
    [['fantasy', '--from', '']],
    [['fantasy', '--now']],
  ])('prints its usage for %j and exits with code 2', async (options) => {
    const { code, output } = await runCommand('release', options, { KICKOFF_DATA: dataFolder });

    expect(code).toBe(2);
    expect(output).toMatch(/^Usage: npm run release -- <name\|shell>/);
  });

  it('runs three concurrent releases one after the other', async () => {
    const versions = ['1.0.1', '1.0.2', '1.0.3'];
    const folders = await Promise.all(
      versions.map((version) => builds.remote(version, { kickoff: { version } })),
    );

    const answers = await Promise.all(folders.map((folder) => run('fantasy', '--from', folder)));

    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    const text = await readFile(join(dataFolder, 'live/fantasy/.kickoff/releases.json'), 'utf8');
    for (const version of versions) expect(text).toContain(version);
  });
});
