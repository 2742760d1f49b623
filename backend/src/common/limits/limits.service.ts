import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/env.js';
import { TooManyRequests } from '../errors/coded-errors.js';
import { Clock } from '../time/clock.js';
import { LIMITS, type LimitName } from './rate-limits.js';
import { counterId, LimitsRepository } from './limits.repository.js';

/**
 * Rate limits of single actions, each counted by one atomic update, so that all instances share
 * them and a restart preserves them. CallLimits counts requests.
 */
@Injectable()
export class LimitsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(LimitsService.name);

  constructor(
    private readonly repository: LimitsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    const { rateLimitFactor: factor } = this.settings;
    if (factor > 1) this.logger.warn({ event: 'limits_raised', factor });
  }

  /** Returns the number of calls that a limit allows per window. */
  allowed(name: LimitName): number {
    return Math.max(1, Math.floor(LIMITS[name].calls * this.settings.rateLimitFactor));
  }

  /** Counts an action and throws above the limit. */
  async count(name: LimitName, caller: string): Promise<void> {
    const { count, resetAt } = await this.add(name, caller);
    if (count > this.allowed(name)) this.refuse(resetAt);
  }

  /** Reverts the count of an action that failed. */
  async giveBack(name: LimitName, caller: string): Promise<void> {
    await this.repository.giveBack(counterId(name, caller), this.clock.now());
  }

  /** Counts an action and returns false above the limit; the caller then drops it silently. */
  async isWithin(name: LimitName, caller: string): Promise<boolean> {
    const { count } = await this.add(name, caller);
    return count <= this.allowed(name);
  }

  /** Throws if a limit is used up; does not count. */
  async requireLeft(name: LimitName, caller: string): Promise<void> {
    const resetAt = await this.usedUpUntil(name, caller);
    if (resetAt) this.refuse(resetAt);
  }

  /** Returns until when a limit is used up, or undefined if calls are left. Does not count. */
  async usedUpUntil(name: LimitName, caller: string): Promise<Date | undefined> {
    const counter = await this.repository.find(counterId(name, caller), this.clock.now());
    return counter && counter.count >= this.allowed(name) ? counter.resetAt : undefined;
  }

  /** Counts an action without enforcing the limit. */
  async note(name: LimitName, caller: string): Promise<void> {
    await this.add(name, caller);
  }

  /** Returns whether an action was counted in the present window. */
  async isNoted(name: LimitName, caller: string): Promise<boolean> {
    return (await this.repository.find(counterId(name, caller), this.clock.now())) !== null;
  }

  /** Resets a counter. */
  forget(name: LimitName, caller: string): Promise<void> {
    return this.repository.remove(counterId(name, caller));
  }

  /** Throws with the time until the window ends. */
  refuse(resetAt: Date): never {
    const leftMs = resetAt.getTime() - this.clock.now().getTime();
    throw new TooManyRequests(Math.max(1, Math.ceil(leftMs / 1000)));
  }

  private add(name: LimitName, caller: string) {
    const { windowMs } = LIMITS[name];
    return this.repository.add(
      { id: counterId(name, caller), calls: 1, windowMs },
      this.clock.now(),
    );
  }
}
