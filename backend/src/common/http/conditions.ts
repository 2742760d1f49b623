import type { NextFunction, Request, Response } from 'express';

/**
 * Evaluates `If-None-Match` regardless of request cache directives (RFC 9111 §5.2.1): the `fetch`
 * of Node sends `no-cache` with each condition, and Express would then send the whole body.
 */
export function heedConditions(request: Request, _response: Response, next: NextFunction): void {
  if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
  next();
}
