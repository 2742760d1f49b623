import {
  type BeforeApplicationShutdown,
  type ExecutionContext,
  Injectable,
  Logger,
  type OnModuleInit,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { isDatabaseAway } from '../mongo/database-away.js';
import { Clock } from '../time/clock.js';
import { addressOf } from './client-address.js';
import { LIMITS, type LimitName, RouteLimit } from './rate-limits.js';
import { counterId, LimitsRepository } from './limits.repository.js';
import { LimitsService } from './limits.service.js';

/** Interval at which local counts are written to the database. */
const FLUSH_MS = 1_000;
/** Bound of cached callers; beyond it the oldest is evicted and read again from the database. */
const MAX_WINDOWS = 50_000;

/** One caller's window as this instance knows it. */
interface Window {
  id: string;
  windowMs: number;
  count: number;
  /** Calls not yet written to the database. */
  pending: number;
  resetAt: Date;
}

/**
 * Rate limits of requests: the general limit and a route's own. The general one queries the
 * database for the first request of a window only; later ones are counted locally and written once
 * a second (docs/decisions/0004).
 */
@Injectable()
export class CallLimits implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(CallLimits.name);
  /** By limit and caller; callers are hashed only in the database. */
  private readonly windows = new Map<string, Window>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly reflector: Reflector,
    private readonly limits: LimitsService,
    private readonly repository: LimitsRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /**
   * Counts a request by its caller, or by its address without a session, and throws above the
   * limit.
   */
  async admit(context: ExecutionContext): Promise<void> {
    const limit = this.reflector.getAllAndOverride(RouteLimit, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (limit === 'none') return;
    const request = context.switchToHttp().getRequest<Request>();
    const { caller } = request;
    const key = caller ? `${caller.audience}:${caller.id}` : addressOf(request);

    await this.countCall(caller ? 'signedIn' : 'anonymous', key);
    if (limit) await this.limits.count(limit, key);
  }

  /** Counts a request refused for lack of a session, by its address. */
  async countRefused(context: ExecutionContext): Promise<void> {
    await this.countCall('anonymous', addressOf(context.switchToHttp().getRequest<Request>()));
  }

  /** Writes the counts of this instance and reads the totals. */
  async flush(): Promise<void> {
    const now = this.clock.now();
    this.forget(now);
    const raised = [...this.windows.values()].filter((window) => window.pending > 0);
    for (let start = 0; start < raised.length; start += 1000) {
      try {
        await this.flushSome(raised.slice(start, start + 1000), now);
      } catch (error) {
        if (!isDatabaseAway(error))
          this.logger.error({ event: 'limits_store_failed' }, String(error));
        // Pending counts are written with the next flush.
        return;
      }
    }
  }

  private async countCall(name: LimitName, key: string): Promise<void> {
    const window = await this.counted(name, key);
    if (window.count > this.limits.allowed(name)) {
      this.limits.refuse(window.resetAt);
    }
  }

  private async counted(name: LimitName, caller: string): Promise<Window> {
    const key = `${name}:${caller}`;
    const known = this.windows.get(key);
    if (known && known.resetAt > this.clock.now()) {
      known.count += 1;
      // Further counts above the limit have no effect.
      if (known.count <= this.limits.allowed(name) + 1) known.pending += 1;
      return known;
    }
    const { windowMs } = LIMITS[name];
    const id = counterId(name, caller);
    const counter = await this.repository.add({ id, calls: 1, windowMs }, this.clock.now());
    const meanwhile = this.windows.get(key);
    const window =
      meanwhile?.resetAt.getTime() === counter.resetAt.getTime()
        ? Object.assign(meanwhile, { count: Math.max(meanwhile.count, counter.count) })
        : { id, windowMs, count: counter.count, pending: 0, resetAt: counter.resetAt };
    this.windows.set(key, window);
    return window;
  }

  private async flushSome(windows: readonly Window[], now: Date): Promise<void> {
    const raises = windows.map(({ id, pending, windowMs }) => ({ id, calls: pending, windowMs }));
    const counters = new Map(
      (await this.repository.addAll(raises, now)).map((counter) => [counter._id, counter]),
    );
    for (const [index, window] of windows.entries()) {
      window.pending -= raises[index]?.calls ?? 0;
      const counter = counters.get(window.id);
      if (!counter) continue;
      window.count = Math.max(window.count, counter.count + window.pending);
      window.resetAt = counter.resetAt;
    }
  }

  private forget(now: Date): void {
    for (const [key, window] of this.windows) {
      if (window.resetAt > now && this.windows.size <= MAX_WINDOWS) continue;
      this.windows.delete(key);
    }
  }
}
