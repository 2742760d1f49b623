// Usage: npm run pack:libs [-- --to FOLDER]
//
// Packs the libraries of remotes and the development kit to tarballs, which standalone projects
// install, into a folder (dist/libs). Prints their paths, one per line.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { installWhatChanged } from './start/install.mjs';
import { giveUp, root } from './start/long-step.mjs';

const USAGE = 'Usage: npm run pack:libs [-- --to FOLDER]';

const target = readTarget();
await installWhatChanged();
const { packLibraries } = await import('./pack-libs/pack-libraries.mjs');
const { ok, output, files } = await packLibraries(target);
if (!ok) giveUp('The libraries were not packed; what is above says why.', output);
for (const file of files) process.stdout.write(`${file}\n`);

function readTarget() {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' } } });
    if (values.to === undefined) return fileURLToPath(new URL('dist/libs', root));
    // npm sets it to the folder in which it was called.
    return resolve(process.env['INIT_CWD'] ?? '', values.to);
  } catch {
    process.stderr.write(`${USAGE}\n`);
    process.exit(2);
  }
}
