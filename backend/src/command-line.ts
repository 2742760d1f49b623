import { randomBytes } from 'node:crypto';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { createApp, stopApp } from './app.js';
import { end, say } from './command-output.js';
import type { Settings } from './common/config/env.js';
import { keysFrom } from './common/config/keys.js';
import { makePushKeys } from './common/config/push-keys.js';
import { StartError } from './common/config/start-error.js';
import { PinoLogger } from './common/logging/pino-logger.js';
import { Database } from './common/mongo/database.js';
import { isDatabaseAway } from './common/mongo/database-away.js';
import { SystemClock } from './common/time/clock.js';

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
 * Runs `work` with the application over a database; it does not listen and signs no tokens.
 *
 * @param restoreId of the restore that runs it
 */
export async function withApp<Result>(
  settings: Settings,
  databaseUri: string,
  work: (app: NestExpressApplication) => Promise<Result>,
  restoreId?: string,
): Promise<Result> {
  const unused = () => randomBytes(32).toString('hex');
  const app = await createApp(
    {
      settings,
      keys: keysFrom({
        fanSecret: unused(),
        adminSecret: unused(),
        cursorSecret: unused(),
        pushKeys: makePushKeys(),
      }),
      clock: new SystemClock(),
      databaseUri,
    },
    new PinoLogger('error'),
  );
  try {
    await app.get(Database).open(say, restoreId);
    return await work(app);
  } finally {
    await stopApp(app);
  }
}
