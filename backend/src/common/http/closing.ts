import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

import { Unavailable } from '../errors/coded-errors.js';

/** Lets running requests finish while the server closes, and turns new ones away. */
@Injectable()
export class Closing implements BeforeApplicationShutdown {
  private isClosing = false;

  beforeApplicationShutdown(): void {
    this.isClosing = true;
  }

  /** Refuses what comes over a connection that was open before the end began. */
  readonly middleware = (_request: Request, response: Response, next: NextFunction): void => {
    if (!this.isClosing) {
      next();
      return;
    }
    response.set('Connection', 'close');
    throw new Unavailable('KickOff is closing. Please try again in a moment.');
  };
}
