import { mkdir } from 'node:fs/promises';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { createApp, stopApp } from './app.js';
import { say } from './command-output.js';
import type { Settings } from './common/config/env.js';
import { keysFrom } from './common/config/keys.js';
import { readSecrets } from './common/config/secrets.js';
import { PinoLogger } from './common/logging/pino-logger.js';
import { Database } from './common/mongo/database.js';
import { SystemClock } from './common/time/clock.js';

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
