import { Injectable } from '@nestjs/common';
import type { Notification } from '@kickoff/contracts';

import { BlocksService } from '../people/blocks.service.js';
import { UsersService } from '../users/users.service.js';
import { NotificationExcerpts } from './notification-excerpts.js';
import { NotificationsRepository } from './notifications.repository.js';
import { UnseenNotifications } from './unseen-notifications.js';

/** A notification after its write. */
export interface WrittenNotification {
  fanId: string;
  notification: Notification;
}

/**
 * Filters notifications that were written some time ago: meanwhile their fan may have blocked an
 * actor or hidden the match, or what they are about may be gone.
 */
@Injectable()
export class SendableNotifications {
  constructor(
    private readonly repository: NotificationsRepository,
    private readonly users: UsersService,
    private readonly excerpts: NotificationExcerpts,
    private readonly blocks: BlocksService,
    private readonly unseen: UnseenNotifications,
  ) {}

  /** Returns those that their fan may still see as they were written. */
  async filter<Written extends WrittenNotification>(
    written: readonly Written[],
  ): Promise<Written[]> {
    if (written.length === 0) return [];
    const actorIds = written.flatMap(({ notification }) => toActorIds(notification));
    const [rows, present, excerpts] = await Promise.all([
      this.repository.findByIds(written.map(({ notification }) => notification._id)),
      this.users.presentOf(actorIds),
      this.excerpts.find(written.map(toQuotingRow)),
    ]);
    const rowsById = new Map(rows.map((row) => [row._id, row]));
    const areSendable = await Promise.all(
      written.map(async ({ fanId, notification }, index) => {
        const row = rowsById.get(notification._id);
        if (!row) return false;
        const hidden = await this.blocks.hiddenFrom(fanId);
        const isActorVisible = (id: string) => present.has(id) && !hidden.has(id);
        if (!toActorIds(notification).every(isActorVisible)) return false;
        const filterSeen = await this.unseen.filterOf(fanId);
        if (filterSeen && (await filterSeen([row])).length === 0) return false;
        const excerpt = excerpts.get(String(index));
        if (excerpt?.isMuted) return false;
        if (notification.excerpt === undefined) return true;
        if (!excerpt || excerpt.isUnseen) return false;
        return !excerpt.authorIds.some((id) => hidden.has(id));
      }),
    );
    return written.filter((_, index) => areSendable[index]);
  }
}

function toActorIds({ actors }: Notification): string[] {
  return actors.map(({ _id }) => _id);
}

/** By index: two of one row may quote different comments. */
function toQuotingRow({ fanId, notification }: WrittenNotification, index: number) {
  return { ...notification, _id: String(index), fanId, actors: toActorIds(notification) };
}
