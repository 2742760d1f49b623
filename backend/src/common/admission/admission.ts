import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Request } from 'express';

import { Unavailable } from '../errors/coded-errors.js';
import { LogThrottle } from '../logging/log-throttle.js';
import { AcceptBacklog } from './accept-backlog.js';
import { AdmissionQueue, type Lane, type QueueOptions, type Turn } from './admission-queue.js';
import { registerArrival } from './arrivals.js';

/** Measured by `npm run bench:load` on two cores that the database shares. */
export const ADMISSION_OPTIONS: QueueOptions = {
  minRunning: 4,
  maxRunning: 16,
  urgentRunning: 8,
  maxDelayMs: 15,
  maxWaitMs: 1_000,
  maxBurst: 300,
  holdMs: 1_500,
  expireMs: 4_000,
};

const SAMPLE_MS = 100;
const RESOLUTION_MS = 10;
const NS_A_MS = 1_000_000;

/** Never refused: pages come from memory, and a failing probe would restart the process. */
const EXEMPT = /^\/(?!api\/)|^\/api\/(health|metrics)(\/|$)/i;
const URGENT = /^\/api\/(auth|admin|user\/(forgot-password|reset-password|undo-email))(\/|$)/i;

/**
 * Admission control. Under overload a request is refused immediately with 503 rather than answered
 * too late, sign-in and admin requests go first, and a request whose client has disconnected is not
 * started.
 */
@Injectable()
export class Admission implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Admission.name);
  private readonly queue: AdmissionQueue;
  private readonly backlog: AcceptBacklog;
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly turns = new WeakMap<IncomingMessage, Turn>();
  private sampling: NodeJS.Timeout | undefined;
  private sampledAt = 0;
  private readonly throttle = new LogThrottle();
  /** Number of refused requests since the start. */
  refused = 0;

  constructor(options: QueueOptions) {
    this.queue = new AdmissionQueue(options);
    this.backlog = new AcceptBacklog(this.queue);
  }

  get running(): number {
    return this.queue.running;
  }

  get waiting(): number {
    return this.queue.waiting;
  }

  onApplicationBootstrap(): void {
    this.delay.enable();
    this.sampledAt = performance.now();
    this.sampling = setInterval(() => this.sample(), SAMPLE_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.sampling);
    this.delay.disable();
  }

  /** Called for each accepted connection. */
  connected(): void {
    this.backlog.onConnection();
  }

  /**
   * Starts a request now or when its turn comes, or refuses it. Calls neither if the client has
   * disconnected before.
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    start: () => void,
    refuse: () => void,
  ): void {
    registerArrival(request);
    const path = request.url?.split('?', 1)[0] ?? '';
    if (EXEMPT.test(path)) {
      start();
      return;
    }
    const expire = () => {
      this.countRefusal();
      refuse();
    };
    const turn = { lane: laneOf(path), start, expire };
    this.turns.set(request, turn);
    response.once('close', () => this.queue.leave(turn));
    if (!this.queue.enter(turn)) expire();
  }

  /**
   * Releases the slot while `work` waits for the client, so that a slow sender blocks no other
   * request.
   */
  async outside<Result>(request: Request, work: () => Promise<Result>): Promise<Result> {
    const turn = this.turns.get(request);
    if (!turn || request.complete) return work();
    this.queue.pause(turn);
    const result = await work();
    await this.resume(request);
    return result;
  }

  private resume(request: Request): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Unavailable());
      const turn: Turn = { lane: 'resumed', start: resolve, expire: gone };
      this.turns.set(request, turn);
      request.res?.once('close', () => {
        this.queue.leave(turn);
        gone();
      });
      this.queue.enter(turn);
    });
  }

  private sample(): void {
    const now = performance.now();
    this.queue.adapt(this.delay.max / NS_A_MS - RESOLUTION_MS, now - this.sampledAt);
    this.delay.reset();
    this.sampledAt = now;
  }

  /** One log line per minute: a line per refusal would cost more than the refusal. */
  private countRefusal(): void {
    this.refused += 1;
    this.throttle.run((count) => this.logger.warn({ event: 'requests_refused', count }));
  }
}

function laneOf(path: string): Lane {
  return URGENT.test(path) ? 'urgent' : 'normal';
}
