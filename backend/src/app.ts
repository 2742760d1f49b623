import type { Server } from 'node:http';

import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

import { AppModule, type AppContext } from './app.module.js';
import { Admission } from './common/admission/admission.js';
import { requirePlainAddress } from './common/http/address.js';
import { AllowedMethods } from './common/http/allowed-methods.js';
import { DrainMiddleware } from './common/http/drain.middleware.js';
import { compressed } from './common/http/compressed.js';
import { heedConditions } from './common/http/conditions.js';
import { HttpAdapter } from './common/http/http-adapter.js';
import { requestId } from './common/http/request-id.js';
import { noStore, securityHeaders } from './common/http/security-headers.js';
import { requestLog } from './common/logging/request-log.js';
import { AnswerDeadline } from './common/mongo/answer-deadline.js';
import { EventStreamsService } from './events/event-streams.service.js';
import { MetricsService } from './health/metrics.service.js';
import { uploadsAlias } from './media/uploads-alias.js';
import { PagesMiddleware } from './pages/pages.middleware.js';

/** Builds the application; the caller makes it listen. */
export async function createApp(
  context: AppContext,
  logger: LoggerService,
): Promise<NestExpressApplication> {
  const adapter = new HttpAdapter();
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(context), adapter, {
    abortOnError: false,
    bodyParser: false,
    logger,
    routeConflictPolicy: { duplicate: 'error', shadow: 'warn' },
    routeResolutionStrategy: 'specificity',
    // RouteTable reads the routes in Nest's graph of the application.
    snapshot: true,
  });
  adapter.admitBy(app.get(Admission));
  app.disable('x-powered-by');
  // A 304 answers a request whose response the client still has.
  app.set('etag', 'weak');
  app.set('query parser', 'simple');
  app.set('trust proxy', context.settings.trustProxy);
  app.use(requestId);
  app.use(requestLog(app.get(MetricsService).observe));
  app.use(securityHeaders(context.settings));
  app.use(uploadsAlias);
  app.use(heedConditions);
  app.use('/api', noStore);
  app.use(compressed);
  app.use(app.get(DrainMiddleware).handle);
  app.use(app.get(AnswerDeadline).middleware);
  app.use(requirePlainAddress);
  app.use(app.get(AllowedMethods).answerOptions);
  const pages = app.get(PagesMiddleware);
  app.use(pages.use.bind(pages));
  return app;
}

/** Time for requests in flight to finish: MongoDB has to have stopped within 10 s too. */
const CLOSING_MS = 4_000;

/**
 * Stops the application. Its services run until the last request is finished; requests that take too
 * long are aborted.
 */
export async function stopApp(app: NestExpressApplication): Promise<void> {
  const server: Server = app.getHttpServer();
  const cut = setTimeout(() => server.closeAllConnections(), CLOSING_MS);
  try {
    app.get(EventStreamsService).closeAll();
    await app.get(DrainMiddleware).drain(server);
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
