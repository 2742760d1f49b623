import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/env.js';
import { TooManyRequests } from '../errors/coded-errors.js';
import { Clock } from '../time/clock.js';
import { LIMITS, type LimitName } from './limits.js';
import { counterId, LimitsRepository } from './limits.repository.js';

/**
 * Owns the limits of single acts, each counted in the database by one atomic
 * step, so that all instances share them and a restart keeps them. The general
 * limit of all calls is counted by CallLimits.
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
    if (factor > 1) this.logger.warn({ event: 'limitsRaised', factor });
  }

  /** How many calls a limit allows in its window. */
  allowed(name: LimitName): number {
    return Math.max(1, Math.floor(LIMITS[name].calls * this.settings.rateLimitFactor));
  }

  /** Counts one act of someone and refuses it when it is one too many. */
  async count(name: LimitName, whom: string): Promise<void> {
    const { count, resetAt } = await this.add(name, whom);
    if (count > this.allowed(name)) this.refuse(resetAt);
  }

  /** Does an act that counts where it succeeds alone. */
  async spend<Result>(name: LimitName, whom: string, act: () => Promise<Result>): Promise<Result> {
    await this.count(name, whom);
    try {
      return await act();
    } catch (error) {
      await this.repository.giveBack(counterId(name, whom), this.clock.now());
      throw error;
    }
  }

  /** Counts one act of someone and tells whether it is within the limit, for what is left out in silence. */
  async isWithin(name: LimitName, whom: string): Promise<boolean> {
    const { count } = await this.add(name, whom);
    return count <= this.allowed(name);
  }

  /** Refuses when someone has used up a limit; counts nothing. */
  async requireLeft(name: LimitName, whom: string): Promise<void> {
    const resetAt = await this.usedUpUntil(name, whom);
    if (resetAt) this.refuse(resetAt);
  }

  /** Until when someone has used up a limit; undefined where something is left. Counts nothing. */
  async usedUpUntil(name: LimitName, whom: string): Promise<Date | undefined> {
    const counter = await this.repository.find(counterId(name, whom), this.clock.now());
    return counter && counter.count >= this.allowed(name) ? counter.resetAt : undefined;
  }

  /** Counts one act of someone whatever its limit. */
  async note(name: LimitName, whom: string): Promise<void> {
    await this.add(name, whom);
  }

  /** Whether an act of someone was counted in the present window. */
  async isNoted(name: LimitName, whom: string): Promise<boolean> {
    return (await this.repository.find(counterId(name, whom), this.clock.now())) !== null;
  }

  /** Begins a counter of someone anew. */
  forget(name: LimitName, whom: string): Promise<void> {
    return this.repository.remove(counterId(name, whom));
  }

  /** Refuses until a window's end. */
  refuse(resetAt: Date): never {
    const leftMs = resetAt.getTime() - this.clock.now().getTime();
    throw new TooManyRequests(Math.max(1, Math.ceil(leftMs / 1000)));
  }

  private add(name: LimitName, whom: string) {
    const { windowMs } = LIMITS[name];
    return this.repository.add({ id: counterId(name, whom), calls: 1, windowMs }, this.clock.now());
  }
}
