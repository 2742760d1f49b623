import { readFile } from 'node:fs/promises';

import { describe, expect, it } from '@jest/globals';
import { SHELL_VERSION } from '@kickoff/contracts';

import { builtFile } from '../pages/front-end-files.js';
import { LiveVersions } from './live-versions.js';

const aRemote = (version?: string) => ({
  name: 'leagues' as const,
  entry: '/remotes/leagues/entry.js',
  ...(version === undefined ? {} : { version }),
});

describe('LiveVersions', () => {
  it('knows the version of the shell', async () => {
    const versions = new LiveVersions();
    const shell: unknown = JSON.parse(await readFile(builtFile('shell/package.json'), 'utf8'));

    expect(shell).toMatchObject({ version: SHELL_VERSION });
    expect(await versions.nameOf('shell', SHELL_VERSION)).toBe(SHELL_VERSION);
    expect(await versions.nameOf('shell', '0.0.1')).toBe('other');
  });

  it('knows a version of a remote after the next one is live', async () => {
    const versions = new LiveVersions();
    let live = '1.0.0';
    versions.register(() => Promise.resolve([aRemote(live)]));
    expect(await versions.nameOf('leagues', '1.0.0')).toBe('1.0.0');

    live = '1.1.0';

    expect(await versions.nameOf('leagues', '1.1.0')).toBe('1.1.0');
    expect(await versions.nameOf('leagues', '1.0.0')).toBe('1.0.0');
    expect(await versions.nameOf('fan', '1.0.0')).toBe('other');
  });

  it('takes a remote without a version', async () => {
    const versions = new LiveVersions();
    versions.register(() => Promise.resolve([aRemote()]));

    expect(await versions.nameOf('leagues', 'unknown')).toBe('other');
  });
});
