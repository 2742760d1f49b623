import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

import { arrivalOf } from '../admission/arrivals.js';
import { Unavailable } from '../errors/coded-errors.js';
import { errorAnswer } from '../errors/error.filter.js';
import { Database } from './database.js';

/**
 * A slower request triggers a probe; with the probe's second it stays below the 5 s of the security
 * bar.
 */
const PATIENCE_MS = 2_500;
const POLL_MS = 250;

interface Call {
  request: Request;
  /** Start of the client's wait, in ms: the arrival, or the last bytes of the body. */
  sinceMs: number;
  bytesRead: number;
}

/**
 * Bounds a call to 5 s while the database is unavailable, including its wait for admission, all its
 * queries and their retries. A slow call is not ended while the database answers.
 */
@Injectable()
export class AnswerDeadline implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly calls = new Map<Response, Call>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  /** Whether the last probe failed. */
  private isAway = false;

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.looking ??= this.look(performance.now()).finally(() => (this.looking = undefined));
    }, POLL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    const { bytesRead } = request.socket;
    this.calls.set(response, { request, sinceMs: arrivalOf(request), bytesRead });
    response.once('close', () => this.calls.delete(response));
    next();
  };

  /** Responds 503 to overdue requests if the database does not answer. */
  async look(nowMs: number): Promise<void> {
    const overdue = [...this.calls].filter(([response, call]) => isOverdue(response, call, nowMs));
    // The probe takes up to a second, which requests that waited for admission do not have.
    if (this.isAway) refuse(overdue);
    else if (overdue.length === 0) return;
    this.isAway = !(await this.database.isAnswering());
    if (this.isAway) refuse(overdue);
  }
}

function refuse(calls: readonly [Response, Call][]): void {
  const error = new Unavailable();
  for (const [response, { request }] of calls) {
    if (response.headersSent) continue;
    response
      .status(error.status)
      .set(error.facts.headers ?? {})
      .json(errorAnswer(error, request.requestId));
  }
}

function isOverdue(response: Response, call: Call, nowMs: number): boolean {
  // It is streaming, or has been answered.
  if (response.headersSent) return false;
  const { bytesRead } = call.request.socket;
  if (!call.request.complete && bytesRead !== call.bytesRead) {
    Object.assign(call, { bytesRead, sinceMs: nowMs });
  }
  return nowMs - call.sinceMs >= PATIENCE_MS;
}
