import { Injectable } from '@nestjs/common';
import type { FanSettings } from '@kickoff/contracts';

import { NotificationChoicesRepository } from './notification-choices.repository.js';

/** Reads what fans want to be notified of, many fans at a time. */
@Injectable()
export class NotificationChoicesService {
  constructor(private readonly repository: NotificationChoicesRepository) {}

  /** Which kinds of notifications each of these fans wants; a fan who is gone is not in the answer. */
  async settingsOf(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, FanSettings['notifications']>> {
    const users = await this.repository.findSettings(ids);
    return new Map(users.map(({ _id, settings }) => [_id, settings.notifications]));
  }

  /** Ids of all fans whose favorite team is one of these, batch by batch. */
  fansOfTeams(teams: readonly string[]): AsyncIterable<string[]> {
    return this.repository.findIdsOfTeams(teams);
  }

  /** Which kinds of notifications each of these fans wants on their devices. */
  async pushSettings(ids: readonly string[]): Promise<ReadonlyMap<string, FanSettings['push']>> {
    const users = await this.repository.findPushSettings(ids);
    return new Map(users.map(({ _id, settings }) => [_id, settings.push]));
  }

  /** Returns those of these fans whose favourite team is one of `teams`, and who are notified of it. */
  async notifiedOfTeams(
    ids: readonly string[],
    teams: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const users = await this.repository.findNotifiedOfTeams(ids, teams);
    return new Set(users.map(({ _id }) => _id));
  }
}
