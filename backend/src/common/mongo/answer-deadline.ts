import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

import { Unavailable } from '../errors/coded-errors.js';
import { errorAnswer } from '../errors/error.filter.js';
import { Database } from './database.js';

/** An answer that takes longer than this is asked about; with the probe's second it stays below the 5 s of the security bar. */
const PATIENCE_MS = 2_500;
const LOOK_MS = 250;

interface Call {
  request: Request;
  /** Since when the client has waited for us and not we for the client, in ms. */
  sinceMs: number;
  bytesRead: number;
}

/**
 * Owns that nobody waits longer than 5 s for a database that is away, however many queries a call
 * makes and however often each is tried: one deadline for the whole call. A call that takes its time
 * while the database answers is left alone.
 */
@Injectable()
export class AnswerDeadline implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly calls = new Map<Response, Call>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.looking ??= this.look(performance.now()).finally(() => (this.looking = undefined));
    }, LOOK_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    const { bytesRead } = request.socket;
    this.calls.set(response, { request, sinceMs: performance.now(), bytesRead });
    response.once('close', () => this.calls.delete(response));
    next();
  };

  /** Answers 503 to the calls that have waited too long, where the database does not answer. */
  async look(nowMs: number): Promise<void> {
    const overdue = [...this.calls].filter(([response, call]) => isOverdue(response, call, nowMs));
    if (overdue.length === 0 || (await this.database.isAnswering())) return;
    const error = new Unavailable();
    for (const [response, { request }] of overdue) {
      if (response.headersSent) continue;
      response
        .status(error.status)
        .set(error.facts.headers ?? {})
        .json(errorAnswer(error, request.requestId));
    }
  }
}

function isOverdue(response: Response, call: Call, nowMs: number): boolean {
  // It streams, or has been answered.
  if (response.headersSent) return false;
  const { bytesRead } = call.request.socket;
  if (!call.request.complete && bytesRead !== call.bytesRead) {
    Object.assign(call, { bytesRead, sinceMs: nowMs });
  }
  return nowMs - call.sinceMs >= PATIENCE_MS;
}
