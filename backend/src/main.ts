import 'reflect-metadata';

import { StartError } from './common/config/start-error.js';
import { startServer, type RunningServer } from './start-server.js';

/** Process managers kill a process 10 s after the signal; everything must have stopped by then. */
const STOP_LIMIT_MS = 9_500;

/** Ctrl-C arrives twice: from the terminal and, forwarded, from npm. */
const SAME_SIGNAL_MS = 1_000;

// Of a closed terminal or pipe, such as that of a `tee` that Ctrl-C has ended: the stop goes on.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Everything else ends with the process; MongoDB is stopped and persists acknowledged writes. */
function end(code: number, message?: string): never {
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exit(code);
}

let server: RunningServer | undefined;
let stoppingSince: number | undefined;

function stopInOrder(code: number, message?: string): void {
  if (stoppingSince !== undefined) return;
  stoppingSince = Date.now();
  setTimeout(() => end(1, 'Stopping took too long: ended at once.'), STOP_LIMIT_MS).unref();
  const stopped = server?.stop() ?? Promise.resolve();
  stopped.then(
    () => end(code, message),
    (error: unknown) => end(1, `Stopping failed: ${String(error)}`),
  );
}

function onSignal(): void {
  if (stoppingSince === undefined) {
    say('Stopping: running requests are finished first. Once more ends at once.');
    stopInOrder(0);
  } else if (Date.now() - stoppingSince > SAME_SIGNAL_MS) {
    end(1, 'Ended at once.');
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

try {
  server = await startServer(say, (message) => stopInOrder(1, message));
  say(server.readyLine);
} catch (error) {
  if (error instanceof StartError) end(1, error.message);
  throw error;
}
