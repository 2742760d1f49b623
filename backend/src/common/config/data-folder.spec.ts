import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { diskFaultOf, takeDataFolder } from './data-folder.js';
import { StartError } from './start-error.js';

describe('takeDataFolder', () => {
  let parent: string;
  let wanted: string;

  beforeEach(async () => {
    parent = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-data-')));
    wanted = join(parent, 'data');
  });
  afterEach(() => rm(parent, { recursive: true }));

  it('makes the folder for this user alone', async () => {
    const folder = await takeDataFolder(wanted);

    expect(folder.path).toBe(wanted);
    expect((await stat(wanted)).mode & 0o777).toBe(0o700);
    await folder.release();
  });

  it('refuses a second start, names the first, and harms nothing', async () => {
    const folder = await takeDataFolder(wanted);

    const second = takeDataFolder(wanted);

    await expect(second).rejects.toThrow(
      `The data folder ${wanted} is in use by another KickOff (process ${process.pid}). ` +
        'Stop that one first, or set KICKOFF_DATA to another folder.',
    );
    await folder.release();
  });

  it('knows the folder by another name', async () => {
    const folder = await takeDataFolder(wanted);
    await symlink(wanted, join(parent, 'alias'));

    const second = takeDataFolder(join(parent, 'alias'));

    await expect(second).rejects.toThrow(StartError);
    await folder.release();
  });

  it('gives the folder to the next start after a release', async () => {
    await (await takeDataFolder(wanted)).release();

    const folder = await takeDataFolder(wanted);

    expect(folder.path).toBe(wanted);
    await folder.release();
  });

  it('is free again at once when the holder was killed', async () => {
    const holder = aHolderOf(wanted);
    await once(holder.stdout, 'data');
    await expect(takeDataFolder(wanted)).rejects.toThrow(`(process ${holder.pid})`);
    holder.kill('SIGKILL');
    await once(holder, 'exit');

    const folder = await takeDataFolder(wanted);

    expect(folder.path).toBe(wanted);
    await folder.release();
  });

  it('lets two folders be used side by side', async () => {
    const one = await takeDataFolder(wanted);

    const other = await takeDataFolder(join(parent, 'other'));

    expect(other.path).not.toBe(one.path);
    await one.release();
    await other.release();
  });

  it.each([
    ['a file stands in its place', 'file', 'ENOTDIR'],
    ['a file stands in its way', 'file/data', 'ENOTDIR'],
    ['the system does not let anyone write there', '/proc/kickoff', 'ENOENT'],
  ])('says what to do when %s', async (_, name, code) => {
    await writeFile(join(parent, 'file'), '');
    const path = name.startsWith('/') ? name : join(parent, name);

    const taking = takeDataFolder(path);

    await expect(taking).rejects.toThrow(
      `The data folder ${path} cannot be used (${code}). ` +
        'Give this user the right to write there, or set KICKOFF_DATA to another folder.',
    );
  });

  it('does not keep a folder that it cannot write to', async () => {
    await mkdir(wanted);
    const readOnly = '/proc/self';

    await expect(takeDataFolder(readOnly)).rejects.toThrow('cannot be used');
    await expect(takeDataFolder(readOnly)).rejects.toThrow('cannot be used');
  });
});

/** Another process that takes the folder, says so, and stays. */
function aHolderOf(folder: string) {
  const loader = new URL('../../../../tools/jest/typescript-loader.mjs', import.meta.url).href;
  const source = new URL('./data-folder.ts', import.meta.url).href;
  const program = `
    import { register } from 'node:module';
    register(${JSON.stringify(loader)});
    const { takeDataFolder } = await import(${JSON.stringify(source)});
    await takeDataFolder(${JSON.stringify(folder)});
    console.log('taken');
    process.stdin.resume();
  `;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

describe('diskFaultOf', () => {
  const fault = (code: string, path: string) =>
    diskFaultOf(Object.assign(new Error(code), { code, path }), '/srv/data');

  it('names the remedy for a full disk, wherever the file was to be', () => {
    expect(fault('ENOSPC', '/app/dist/main.js')?.message).toMatch(
      /^The disk of .* is full \(ENOSPC\)/,
    );
  });

  it('leaves errors of other files, and other errors, as they are', () => {
    expect(fault('EACCES', '/app/dist/main.js')).toBeUndefined();
    expect(fault('ENOENT', '/srv/data/live')).toBeUndefined();
    expect(diskFaultOf(new Error('a bug'), '/srv/data')).toBeUndefined();
  });
});
