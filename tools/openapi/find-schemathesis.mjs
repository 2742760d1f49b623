// The tester of the OpenAPI document, from the Python index.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { giveUp, runLongStep, say } from '../start/long-step.mjs';

const run = promisify(execFile);

const PACKAGE = 'schemathesis==4.32.5';
/** A separate environment, because a program installed by pip cannot be moved. */
const FOLDER = join(homedir(), '.cache', 'kickoff', PACKAGE.replace('==', '-'));
const PROGRAM = join(FOLDER, 'bin', 'schemathesis');

/** @returns {Promise<string>} the path of the program */
export async function findSchemathesis() {
  if (await isThere()) return PROGRAM;
  say(`Getting ${PACKAGE} from the Python index, once, by pip …`);
  await rm(FOLDER, { recursive: true, force: true });
  await python(['-m', 'venv', FOLDER]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await python([...pip, '--only-binary', ':all:', PACKAGE], join(FOLDER, 'bin', 'python3'));
  if (!(await isThere())) giveUp(`${PROGRAM} does not start. Remove ${FOLDER} and try again.`);
  return PROGRAM;
}

async function isThere() {
  try {
    await run(PROGRAM, ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** @param {string[]} options @param {string} [program] */
async function python(options, program = 'python3') {
  const { ok, output } = await runLongStep({
    command: [program, ...options],
    progress: () => 'pip is at work',
  });
  if (ok) return;
  giveUp(
    'The test of the OpenAPI document did not run: it needs Python 3.10 or newer with the modules venv and pip, ' +
      `and an index from which pip gets ${PACKAGE}. Install them (on Debian: apt install python3-venv python3-pip) ` +
      'and run it again.',
    output,
  );
}
