import { randomUUID } from 'node:crypto';

import type { NextFunction, Request, Response } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** Names this request in its answer and in the log. */
    requestId: string;
  }
}

/** Gives every request its id and every answer the header that tells it. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  request.requestId = randomUUID();
  response.set('X-Request-Id', request.requestId);
  next();
}
