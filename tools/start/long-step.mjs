import { spawn } from 'node:child_process';

const PROGRESS_MS = 5_000;

/** The project's folder. */
export const root = new URL('../../', import.meta.url);

/** @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`);

/**
 * Ends the process with a sentence that names the remedy, below the output of the failed program.
 *
 * @param {string} sentence
 * @param {string} [output]
 * @returns {never}
 */
export function giveUp(sentence, output = '') {
  process.stderr.write(`${output.trimEnd()}\n\n${sentence}\n`.trimStart());
  process.exit(1);
}

/**
 * Runs a program and prints its progress every few seconds. Its output is printed only if it fails.
 *
 * @param {object} step
 * @param {[program: string, ...options: string[]]} step.command
 * @param {NodeJS.ProcessEnv} [step.env] variables beside our own
 * @param {string | URL} [step.cwd] another folder than the project's
 * @param {(output: string) => string} step.progress how far it is, by what it has printed so far
 * @returns {Promise<{ ok: boolean, output: string, seconds: number }>}
 */
export function runLongStep({ command: [program, ...options], env = {}, cwd = root, progress }) {
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  const child = spawn(program, options, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm is a script file there.
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const progressTimer = setInterval(
    () => say(`  ${progress(output)}, ${seconds()} s`),
    PROGRESS_MS,
  );
  const stopWaiting = endTogether(child);
  return new Promise((done) => {
    /** @param {boolean} ok */
    const end = (ok) => {
      clearInterval(progressTimer);
      stopWaiting();
      done({ ok, output, seconds: seconds() });
    };
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/**
 * A signal to this process only ends the child too.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function endTogether(child) {
  const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  const handlers = Object.entries(exitCodes).map(([name, code]) => {
    const handler = () => {
      child.kill(/** @type {NodeJS.Signals} */ (name));
      process.exit(code);
    };
    process.on(name, handler);
    return () => process.off(name, handler);
  });
  return () => handlers.forEach((remove) => remove());
}
