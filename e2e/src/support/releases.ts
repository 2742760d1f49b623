import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { serverEnvironment } from '../../server-settings.js';
import type { OwnServer } from './own-server.js';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** How a command ended. */
interface Outcome {
  code: number;
  /** The last line that it printed. */
  lastLine: string;
}

/** Runs a program to its end, whatever its exit code is. */
export function run(
  [program, ...words]: readonly [program: string, ...words: string[]],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome & { output: string }> {
  return new Promise((done) => {
    const settings = { cwd: ROOT, maxBuffer: 16 * 1024 * 1024, ...options };
    execFile(program, words, settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      const output = `${stdout}${stderr}`.trimEnd();
      done({ code, output, lastLine: output.slice(output.lastIndexOf('\n') + 1) });
    });
  });
}

/** `npm run release` with the settings of a server. */
export async function release(server: OwnServer, ...words: string[]): Promise<Outcome> {
  const { code, lastLine } = await run([process.execPath, 'tools/release.mjs', ...words], {
    env: { ...serverEnvironment(), KICKOFF_DATA: server.data },
  });
  return { code, lastLine };
}
