import type { Server } from 'node:http';

import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** Interval of closing connections whose response began before the shutdown. */
const IDLE_CHECK_MS = 50;

/** Serves requests on open connections during shutdown, and closes each connection afterwards. */
@Injectable()
export class DrainMiddleware {
  private isDraining = false;

  readonly handle = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.isDraining) response.set('Connection', 'close');
    next();
  };

  /** Refuses new connections. Resolves when all open ones have ended. */
  async drain(server: Server): Promise<void> {
    this.isDraining = true;
    const check = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(check);
  }
}
