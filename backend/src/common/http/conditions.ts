import type { NextFunction, Request, Response } from 'express';

/**
 * Answers a condition on what the client has whatever the request tells the
 * caches on its way (RFC 9111 §5.2.1): the `fetch` of Node says `no-cache` with
 * each condition of its caller, and Express would then send everything again.
 */
export function heedConditions(request: Request, _response: Response, next: NextFunction): void {
  if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
  next();
}
