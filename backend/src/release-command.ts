import { parseArgs } from 'node:util';

import { RemoteName, SHELL } from '@kickoff/contracts';

import { end } from './command-output.js';
import { readOwnSettings, resolveArgument } from './common/config/env.js';
import { StartError } from './common/config/start-error.js';
import { errorCode } from './common/errors/error-code.js';
import { SystemClock } from './common/time/clock.js';
import type { Build } from './remotes/builds/build.js';
import { Refusal } from './remotes/builds/refusal.js';
import { findBuiltFolders } from './remotes/built-folders.js';
import { Releases } from './remotes/releases.js';

const USAGE = `Usage: npm run release -- <name|shell>                builds from the folder here and makes it live
       npm run release -- <name|shell> --from FOLDER  makes a finished build live
       npm run release -- <name|shell> --rollback     makes the version before live, once more the present one`;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Parses the command line; undefined if it is invalid. */
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

/** Ends the command if a release is refused, or the settings are malformed. */
async function orExit<Result>(how: 'released' | 'rolled back', work: () => Promise<Result>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError)
      end(1, `${error.message}\nNot ${how}: the settings are not valid.`);
    if (error instanceof Refusal) end(1, `Not ${how}: ${error.message}.`);
    const code = errorCode(error);
    if (code === undefined) throw error;
    // Of the system: the disk is full, or not open to this user.
    end(1, `Not ${how}: the files cannot be read and written (${code}).`);
  }
}

async function run(name: string, from: string | undefined): Promise<Build> {
  const releases = new Releases(readOwnSettings(), new SystemClock());
  // Like the first start: without a live shell a release cannot be checked.
  if (!(await releases.hasShell())) await releases.makeBuiltLive(await findBuiltFolders(), print);
  return from === undefined
    ? (await releases.rollBack(name)).build
    : releases.release(name, resolveArgument(from));
}

const { name, from } = readCommand() ?? end(2, USAGE);
const build = await orExit(from === undefined ? 'rolled back' : 'released', () => run(name, from));
print(`${build.name} ${build.version} (${build.id}) is live.`);
