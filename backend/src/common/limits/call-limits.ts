import {
  type BeforeApplicationShutdown,
  type ExecutionContext,
  Injectable,
  Logger,
  type OnModuleInit,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { Caches, type MeasuredCache } from '../cache/caches.js';
import { isDatabaseAway } from '../mongo/database-away.js';
import { Clock } from '../time/clock.js';
import { CoalescingRunner } from '../work/coalescing-runner.js';
import { addressOf } from './client-address.js';
import { LIMITS, type LimitName, RouteLimit } from './rate-limits.js';
import type { LimitCounter } from './limit-counter.schema.js';
import { counterId, LimitsRepository } from './limits.repository.js';
import { LimitsService } from './limits.service.js';

/** Interval at which local counts are written to the database. */
const FLUSH_MS = 1_000;
/**
 * Bound of cached callers, applied with each flush; beyond it the oldest is evicted and read again
 * from the database.
 */
const MAX_WINDOWS = 50_000;
/** Of a window with its entry. */
const WINDOW_BYTES = 400;
/** Bound of a route's calls counted locally, by which instances together may exceed its limit. */
const MAX_PENDING = 10;

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
 * a second. A route's own is counted likewise up to its half, then by one atomic update per call
 * (docs/decisions/0004).
 */
@Injectable()
export class CallLimits implements OnModuleInit, BeforeApplicationShutdown, MeasuredCache {
  private readonly logger = new Logger(CallLimits.name);
  readonly maxBytes = MAX_WINDOWS * WINDOW_BYTES;
  hits = 0;
  misses = 0;
  /** By limit and caller; callers are hashed only in the database. */
  private readonly windows = new Map<string, Window>();
  private timer?: NodeJS.Timeout;
  /** Concurrent writes of the same counts would add them twice. */
  private readonly writes = new CoalescingRunner(() => this.writeCounts());

  constructor(
    private readonly reflector: Reflector,
    private readonly limits: LimitsService,
    private readonly repository: LimitsRepository,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    caches.add('limit_windows', this);
  }

  get bytes(): number {
    return this.windows.size * WINDOW_BYTES;
  }

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
    if (limit) await this.countRouteCall(limit, key);
  }

  /** Counts a request refused for lack of a session, by its address. */
  async countRefused(context: ExecutionContext): Promise<void> {
    await this.countCall('anonymous', addressOf(context.switchToHttp().getRequest<Request>()));
  }

  /** Writes the counts of this instance and reads the totals. */
  flush(): Promise<void> {
    return this.writes.run();
  }

  private async writeCounts(): Promise<void> {
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

  private async countRouteCall(name: LimitName, caller: string): Promise<void> {
    const key = `${name}:${caller}`;
    const allowed = this.limits.allowed(name);
    const known = this.openWindow(key);
    if (known && known.pending < MAX_PENDING && known.count < allowed / 2 - MAX_PENDING) {
      known.count += 1;
      known.pending += 1;
      return;
    }
    const calls = 1 + (known?.pending ?? 0);
    if (known) known.pending = 0;
    const { count, resetAt } = await this.write(name, caller, calls);
    if (count > allowed) this.limits.refuse(resetAt);
  }

  private async counted(
    name: LimitName,
    caller: string,
  ): Promise<Pick<Window, 'count' | 'resetAt'>> {
    const key = `${name}:${caller}`;
    const known = this.openWindow(key);
    if (known) {
      known.count += 1;
      // Further counts above the limit have no effect.
      if (known.count <= this.limits.allowed(name) + 1) known.pending += 1;
      return known;
    }
    return this.write(name, caller, 1);
  }

  private openWindow(key: string): Window | undefined {
    const known = this.windows.get(key);
    if (!known || known.resetAt <= this.clock.now()) {
      this.misses += 1;
      return undefined;
    }
    this.hits += 1;
    return known;
  }

  /** Adds calls to the counter in the database and caches the total. */
  private async write(name: LimitName, caller: string, calls: number): Promise<LimitCounter> {
    const { windowMs } = LIMITS[name];
    const id = counterId(name, caller);
    const counter = await this.repository.add({ id, calls, windowMs }, this.clock.now());
    const { count, resetAt } = counter;
    const key = `${name}:${caller}`;
    const meanwhile = this.windows.get(key);
    if (meanwhile?.resetAt.getTime() === resetAt.getTime()) {
      meanwhile.count = Math.max(meanwhile.count, count + meanwhile.pending);
    } else this.windows.set(key, { id, windowMs, count, pending: 0, resetAt });
    return counter;
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
