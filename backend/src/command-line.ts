import { mkdir } from 'node:fs/promises';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { createApp, stopApp } from './app.js';
import { end, say } from './command-output.js';
import type { Settings } from './common/config/env.js';
import { keysFrom } from './common/config/keys.js';
import { readSecrets } from './common/config/secrets.js';
import { StartError } from './common/config/start-error.js';
import { PinoLogger } from './common/logging/pino-logger.js';
import { Database } from './common/mongo/database.js';
import { isDatabaseAway } from './common/mongo/database-away.js';
import { SystemClock } from './common/time/clock.js';

/**
 * Ends the command on a signal, and with it the MongoDB that was started for it, which a signal alone
 * would leave running.
 */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => end(1, 'Interrupted.'));
  }
}

/** Runs a command; prints an expected fault as one sentence. */
export async function endInWords(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof StartError) end(1, error.message);
    if (isDatabaseAway(error)) end(1, 'The database cannot be reached. Is it running?');
    throw error;
  }
}

/**
 * Runs `work` with the application over a database, with the server's own secrets: the server sends the
 * mails that it queues. It does not listen.
 *
 * @param restoreId of the restore that runs it
 */
export async function withApp<Result>(
  settings: Settings,
  databaseUri: string,
  work: (app: NestExpressApplication) => Promise<Result>,
  restoreId?: string,
): Promise<Result> {
  // Another machine than the server's may have none yet.
  await mkdir(settings.dataFolder, { recursive: true, mode: 0o700 });
  const app = await createApp(
    {
      settings,
      keys: keysFrom(await readSecrets(settings.dataFolder, settings)),
      clock: new SystemClock(),
      databaseUri,
    },
    new PinoLogger('error'),
  );
  try {
    await app.get(Database).open(say, { restoreId, isBesideServer: restoreId === undefined });
    return await work(app);
  } finally {
    await stopApp(app);
  }
}
