import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

import { AppModule, type Surroundings } from './app.module.js';
import { requestId } from './common/http/request-id.js';

/** Builds the application; whoever asked for it makes it listen. */
export async function createApp(
  surroundings: Surroundings,
  logger: LoggerService,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(surroundings), {
    abortOnError: false,
    bodyParser: false,
    logger,
    return503OnClosing: true,
    routeConflictPolicy: { duplicate: 'error', shadow: 'warn' },
    routeResolutionStrategy: 'specificity',
  });
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(requestId);
  return app;
}
