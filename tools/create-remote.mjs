// Usage: npm run create:remote -- NAME [--dir FOLDER]
//
// Makes a micro-frontend with one page, a test and all scripts: the folder mf-NAME here, or with --dir a
// project of its own that has the libraries as tarballs. Prints the commands that come next. A name that is
// taken or invalid, and a folder that is not empty, change nothing.
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { requireNode } from './start/require-node.mjs';

const USAGE = 'Usage: npm run create:remote -- NAME [--dir FOLDER]';

requireNode();
const { name, dir } = readOptions();
// Only now: what follows may not even be readable to an older Node, or not be installed.
const { installWhatChanged } = await import('./start/install.mjs');
const { build, isUnchanged } = await import('./start/build.mjs');
await installWhatChanged();
// Only then its rules for names can be imported.
if (!isUnchanged()) await build(['contracts']);
const { createRemote, NotCreated } = await import('./create-remote/create-remote.mjs');
try {
  const from = process.env['INIT_CWD'] ?? process.cwd();
  const { folder, commands } = await createRemote(name, dir && resolve(from, dir));
  process.stdout.write(`\n${relative(from, folder) || '.'} is ready. Next:\n\n`);
  for (const command of commands) process.stdout.write(`  ${command}\n`);
} catch (error) {
  if (!(error instanceof NotCreated)) throw error;
  process.stderr.write(`Not created: ${error.message}\n`);
  process.exit(1);
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { dir: { type: 'string' } },
    });
    const [first, ...more] = positionals;
    if (first === undefined || more.length > 0 || values.dir === '') throw new Error(USAGE);
    return { name: first, dir: values.dir };
  } catch {
    process.stderr.write(`${USAGE}\n`);
    process.exit(2);
  }
}
