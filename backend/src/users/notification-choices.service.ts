import { Injectable } from '@nestjs/common';
import type { FanSettings } from '@kickoff/contracts';

import { NotificationChoicesRepository } from './notification-choices.repository.js';

/** Reads notification settings of many fans at a time. */
@Injectable()
export class NotificationChoicesService {
  constructor(private readonly repository: NotificationChoicesRepository) {}

  /** Returns the notification settings of these fans by id, without deleted fans. */
  async settingsOf(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, FanSettings['notifications']>> {
    const users = await this.repository.findSettings(ids);
    return new Map(users.map(({ _id, settings }) => [_id, settings.notifications]));
  }

  /** Yields ids of all fans whose favourite team is one of these, in batches. */
  fansOfTeams(teams: readonly string[]): AsyncIterable<string[]> {
    return this.repository.findIdsOfTeams(teams);
  }

  /** Returns the push settings of these fans by id. */
  async pushSettings(ids: readonly string[]): Promise<ReadonlyMap<string, FanSettings['push']>> {
    const users = await this.repository.findPushSettings(ids);
    return new Map(users.map(({ _id, settings }) => [_id, settings.push]));
  }

  /**
   * Returns those of these fans whose favourite team is one of `teams` and who enabled its
   * notifications.
   */
  async notifiedOfTeams(
    ids: readonly string[],
    teams: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const users = await this.repository.findNotifiedOfTeams(ids, teams);
    return new Set(users.map(({ _id }) => _id));
  }
}
