import 'reflect-metadata';

import { createApp } from './app.js';
import { readSettings } from './common/config/env.js';
import { keysFrom } from './common/config/keys.js';
import { PinoLogger } from './common/logging/pino-logger.js';
import { SystemClock } from './common/time/clock.js';

const settings = readSettings();
const app = await createApp(
  {
    settings,
    keys: keysFrom({
      fanSecret: settings.fanSecret ?? '',
      adminSecret: settings.adminSecret ?? '',
      cursorSecret: settings.fanSecret ?? '',
    }),
    clock: new SystemClock(),
    databaseUri: settings.mongodbUri ?? '',
  },
  new PinoLogger(settings.logLevel),
);
await app.listen(settings.port, settings.host);
