import { Injectable } from '@nestjs/common';
import type { AlertChange, MatchAlert as MatchAlertAnswer } from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import type { Fan } from '../common/auth/audience.js';
import { Chance } from '../common/chance/chance.js';
import { Conflict } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { FanFootballService } from '../football/fan-football.service.js';
import type { AlertMoment, MatchAlert } from './match-alert.schema.js';
import { toMatchAlertAnswer } from './match-alert.view.js';
import { MatchAlertsRepository } from './match-alerts.repository.js';

export type { AlertMoment } from './match-alert.schema.js';

const MAX_ALERTS = 50;

/**
 * Stores for which matches, and which of their events, fans want notifications. Other features
 * write the notifications.
 */
@Injectable()
export class MatchAlertsService {
  constructor(
    private readonly repository: MatchAlertsRepository,
    private readonly football: FanFootballService,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /** Sets a fan's alert for a match; a change without any event removes it. */
  async set(fan: Fan, matchId: string, change: AlertChange): Promise<MatchAlertAnswer> {
    const { match } = await this.football.see(fan, matchId);
    if (match.status === 'FINISHED') throw new Conflict('This match is over');
    const { kickOff, goals, fullTime } = change;
    const moments = { kickOff, goals, fullTime };
    if (kickOff || goals || fullTime) await this.store(fan, matchId, moments);
    else await this.repository.remove(fan.id, [matchId]);
    return toMatchAlertAnswer({ matchId, ...moments });
  }

  remove(fan: Fan, matchId: string): Promise<void> {
    return this.repository.remove(fan.id, [matchId]);
  }

  /** All alerts of a fan, newest first. */
  async list(fanId: string): Promise<MatchAlertAnswer[]> {
    const alerts = await this.repository.findByFan(fanId);
    return alerts
      .filter((alert) => !this.isExpired(alert))
      .sort((one, other) => (one._id < other._id ? 1 : -1))
      .map(toMatchAlertAnswer);
  }

  /** Yields a fan's alerts for the data export. */
  async *exportOf(fanId: string): AsyncGenerator<MatchAlertAnswer> {
    yield* await this.list(fanId);
  }

  removeAllOf(fanId: string): Promise<void> {
    return this.repository.removeAllOf(fanId);
  }

  /** Ids of the fans with an alert for a moment of a match, batch by batch. */
  findFanIds(matchId: string, moment: AlertMoment): AsyncIterable<string[]> {
    return this.repository.findFanIds(matchId, moment);
  }

  /** Retries once per slot that a concurrent request takes first. */
  private async store(
    fan: Fan,
    matchId: string,
    moments: Record<AlertMoment, boolean>,
  ): Promise<void> {
    for (;;) {
      if (await this.repository.update(fan.id, matchId, moments)) return;
      const alert = {
        _id: newId(),
        fanId: fan.id,
        matchId,
        slot: await this.findFreeSlot(fan),
        ...moments,
      };
      if (await this.repository.insert(alert)) return;
    }
  }

  private async findFreeSlot(fan: Fan): Promise<number> {
    const alerts = await this.repository.findByFan(fan.id);
    const expired = alerts.filter((alert) => this.isExpired(alert));
    if (expired.length > 0) {
      const ids = expired.map(({ matchId }) => matchId);
      await this.repository.remove(fan.id, ids);
    }
    const taken = new Set(
      alerts.filter((alert) => !expired.includes(alert)).map(({ slot }) => slot),
    );
    const free = Array.from({ length: MAX_ALERTS }, (_, slot) => slot).filter(
      (slot) => !taken.has(slot),
    );
    // A random slot: concurrent requests rarely choose the same one.
    const slot = free[Math.floor(this.chance.next() * free.length)];
    if (slot === undefined) {
      throw new Conflict(`You can have alerts for at most ${MAX_ALERTS} matches`);
    }
    return slot;
  }

  private isExpired({ expiresAt }: MatchAlert): boolean {
    return expiresAt !== undefined && expiresAt <= this.clock.now();
  }
}
