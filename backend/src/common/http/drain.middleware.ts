import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

import { Unavailable } from '../errors/coded-errors.js';

/** Lets running requests finish during shutdown, and rejects new ones with 503. */
@Injectable()
export class DrainMiddleware implements BeforeApplicationShutdown {
  private isDraining = false;

  beforeApplicationShutdown(): void {
    this.isDraining = true;
  }

  /** Rejects requests on connections that were open before the shutdown. */
  readonly handle = (_request: Request, response: Response, next: NextFunction): void => {
    if (!this.isDraining) {
      next();
      return;
    }
    response.set('Connection', 'close');
    throw new Unavailable('KickOff is closing. Please try again in a moment.');
  };
}
