import 'reflect-metadata';

import { StartError } from './common/config/start-error.js';
import { startServer, type RunningServer } from './start-server.js';

const say = (line: string) => process.stdout.write(`${line}\n`);

function end(code: number, message?: string): never {
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exit(code);
}

let server: RunningServer | undefined;
let stopRequested = false;

async function stop(): Promise<void> {
  if (stopRequested) return;
  stopRequested = true;
  say('Stopping: running requests are finished first.');
  await server?.stop();
  end(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

try {
  server = await startServer(say, (message) => {
    void server?.stop().finally(() => end(1, message));
  });
  say(server.readyLine);
} catch (error) {
  if (error instanceof StartError) end(1, error.message);
  throw error;
}
