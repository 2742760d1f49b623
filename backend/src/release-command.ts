import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { RemoteName, SHELL } from '@kickoff/contracts';

import { end, endInWords } from './command-line.js';
import { readOwnSettings } from './common/config/env.js';
import { errorCode } from './common/errors/error-code.js';
import { SystemClock } from './common/time/clock.js';
import type { Build } from './remotes/builds/build.js';
import { Refusal } from './remotes/builds/refusal.js';
import { findBuiltFolders } from './remotes/built-folders.js';
import { Releases } from './remotes/releases.js';

const USAGE = `Usage: npm run release -- <name|shell>                builds from the folder here and makes it live
       npm run release -- <name|shell> --from FOLDER  makes a finished build live
       npm run release -- <name|shell> --rollback     makes the version before live, once more the present one`;

/** What the words of the command line ask for; undefined where they are not understood. */
function readCommand(): { name: string; from: string | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { from: { type: 'string' }, rollback: { type: 'boolean', default: false } },
    });
    const [name = '', ...others] = positionals;
    const isName = name === SHELL || RemoteName.safeParse(name).success;
    const isOneWay = values.rollback !== (values.from !== undefined);
    return isName && isOneWay && others.length === 0 && values.from !== ''
      ? { name, from: values.from }
      : undefined;
  } catch {
    return undefined;
  }
}

function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const code = errorCode(error);
  // Of the system: the disk is full, or not open to this user.
  if (code !== undefined) return `the files cannot be read and written (${code})`;
  throw error;
}

const command = readCommand() ?? end(2, USAGE);
await endInWords(async () => {
  const settings = readOwnSettings();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const releases = new Releases(settings, new SystemClock());
  const { name, from } = command;
  let build: Build;
  try {
    // As the first start would: without what is live a release cannot be checked.
    if (!(await releases.hasShell())) await releases.makeBuiltLive(await findBuiltFolders(), say);
    build =
      from === undefined
        ? (await releases.rollBack(name)).build
        : await releases.release(name, resolve(from));
  } catch (error) {
    end(1, `Not ${from === undefined ? 'rolled back' : 'released'}: ${explain(error)}.`);
  }
  say(`${build.name} ${build.version} (${build.id}) is live.`);
});
