import type { NestExpressApplication } from '@nestjs/platform-express';

import { createApp, stopApp } from './app.js';
import type { AppContext } from './app.module.js';
import { DemoLoginsService } from './auth/demo-logins.service.js';
import { listenAt } from './common/http/listening.js';
import { PinoLogger } from './common/logging/pino-logger.js';
import { Database } from './common/mongo/database.js';
import { MediaStore } from './media/store/media-store.js';
import { findBuiltFolders } from './remotes/built-folders.js';
import { Releases } from './remotes/releases.js';
import { inviteDemo, renewDemoStories } from './seed.js';

/**
 * Builds the application over its database and listens. Returns the ready line: its address, and
 * the demo logins if any.
 *
 * @param started receives a stop function per step, in order
 * @param say receives progress lines
 * @param onGivenUp called with the reason if the server cannot continue
 */
export async function serve(
  context: AppContext,
  started: (() => Promise<void>)[],
  say: (line: string) => void,
  onGivenUp: (message: string) => void,
): Promise<string> {
  const { settings } = context;
  const logger = new PinoLogger(settings.logLevel);
  const app = await createApp(context, logger);
  started.push(() => stopApp(app));
  await app.get(MediaStore, { strict: false }).requireReady();
  await app.get(Database).open(onGivenUp);
  const isDemo = settings.demo && settings.isLocal;
  const isInvited = isDemo && (await inviteDemo(app, context, logger, say));
  await app.get(Releases, { strict: false }).makeBuiltLive(await findBuiltFolders(), say);
  // Not Nest's own `listen`, which would log a failure that is explained here.
  await app.init();
  await listenAt(app.getHttpServer(), settings);
  // After the first responses: pictures and clips are prepared for them.
  if (isDemo && !isInvited) started.push(renewInBackground(app, context, logger));
  return `KickOff is ready at ${settings.publicUrl}${await formatDemoLogins(app)}`;
}

/** @returns a function that aborts it and waits for its end */
function renewInBackground(
  app: NestExpressApplication,
  context: AppContext,
  logger: PinoLogger,
): () => Promise<void> {
  const breaking = new AbortController();
  const renewed = renewDemoStories(app, context, logger, breaking.signal).catch((error: unknown) =>
    logger.error({ event: 'demo_stories_failed' }, String(error)),
  );
  return async () => {
    breaking.abort();
    await renewed;
  };
}

/** The demo logins for the ready line; empty if there are none. */
async function formatDemoLogins(app: NestExpressApplication): Promise<string> {
  const { fans, admins } = await app.get(DemoLoginsService).offer({ isDirect: true });
  const [first] = fans;
  if (!first) return '';
  const emails = (logins: readonly { email: string }[]) =>
    logins.map(({ email }) => email).join(', ');
  return ` · demo logins: ${emails(fans)} (fans), ${emails(admins)} (admin), password ${first.password}`;
}
