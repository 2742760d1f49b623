// Usage: npm run create:remote -- NAME [--dir FOLDER]
//
// Creates a micro-frontend with one page, a test and all scripts: the folder mf-NAME here, or with
// --dir a standalone project with the libraries as tarballs. Prints the next commands. A name that
// is taken or invalid, or a folder that is not empty, changes nothing.
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { requireNode } from './start/require-node.mjs';

const USAGE = 'Usage: npm run create:remote -- NAME [--dir FOLDER]';

requireNode();
const { name, dir } = readOptions();
// After the check: an older Node may not parse these modules, or they are not installed yet.
const { installWhatChanged } = await import('./start/install.mjs');
const { build, isUnchanged } = await import('./start/build.mjs');
await installWhatChanged();
// Built first, because the rules for names are imported from it.
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
