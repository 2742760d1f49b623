import { once } from 'node:events';
import type { Server } from 'node:http';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { createApp, stopApp } from './app.js';
import type { AppContext } from './app.module.js';
import { DemoLoginsService } from './auth/demo-logins.service.js';
import type { Settings } from './common/config/env.js';
import { StartError } from './common/config/start-error.js';
import { errorCode } from './common/errors/error-code.js';
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
  await listen(app, settings);
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

/**
 * Listen backlog: beyond it the system drops connection attempts, which are repeated seconds later.
 */
const BACKLOG = 4_096;

/** Not Nest's own `listen`, which would log the failure that is explained here. */
async function listen(app: NestExpressApplication, settings: Settings): Promise<void> {
  await app.init();
  const server: Server = app.getHttpServer();
  try {
    const { port, host } = settings;
    await once(server.listen({ port, host, backlog: BACKLOG }), 'listening');
  } catch (error) {
    const fault = whyNotListening(errorCode(error), settings);
    throw fault === undefined ? error : new StartError(fault);
  }
}

function whyNotListening(code: string | undefined, { host, port }: Settings): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that program, or set PORT to a free port.`;
    case 'EACCES':
      return `Port ${port} is not open to this user. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, which is no address of this machine. Set it to one of its own, or to 0.0.0.0 for all of them.`;
    default:
      return undefined;
  }
}
