import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

import { addressOf } from '../limits/client-address.js';
import { requestContext } from './request-context.js';

const logger = new Logger('Request');

/**
 * Outcome of one request. The route is its pattern: a path may contain a secret, such as a reset
 * link's token.
 */
export interface RequestOutcome {
  method: string;
  route: string;
  status: number;
  ms: number;
}

/**
 * Logs one line per request, and adds the request's fields to every line logged during it.
 *
 * @param observe receives every outcome
 */
export function requestLog(observe: (outcome: RequestOutcome) => void) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const begun = performance.now();
    const facts = { requestId: request.requestId, address: addressOf(request) };
    response.on('close', () => {
      const outcome = {
        method: request.method,
        route: routeOf(request),
        status: response.statusCode,
        ms: Math.round((performance.now() - begun) * 10) / 10,
      };
      requestContext.run(facts, () =>
        logger.log({
          event: 'request',
          ...outcome,
          callerId: request.caller?.id,
          ...(response.writableFinished ? {} : { broken: true }),
        }),
      );
      observe(outcome);
    });
    requestContext.run(facts, next);
  };
}

function routeOf(request: Request): string {
  const route: unknown = request.route;
  const isRoute = typeof route === 'object' && route !== null && 'path' in route;
  return isRoute && typeof route.path === 'string' ? route.path : 'none';
}
