import { randomUUID } from 'node:crypto';

import type { NextFunction, Request, Response } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** Identifies this request in its response and in the log. */
    requestId: string;
  }
}

/** Assigns each request an id and returns it as a header. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  request.requestId = randomUUID();
  response.set('X-Request-Id', request.requestId);
  next();
}
