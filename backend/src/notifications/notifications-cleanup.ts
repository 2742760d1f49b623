import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';

import { inBackground } from '../common/mongo/background.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import { PeopleEvents } from '../people/people-events.js';
import { NotificationFanoutsRepository } from './notification-fanouts.repository.js';
import { NotificationsRepository } from './notifications.repository.js';
import { storiesGroup } from './notification-request.js';
import { WaitingDeliveriesRepository } from './waiting-deliveries.repository.js';

const BATCH = 500;

/** Removes notifications about fans who are blocked, muted or have deleted their account. */
@Injectable()
export class NotificationsCleanup implements OnModuleInit {
  private readonly logger = new Logger(NotificationsCleanup.name);

  constructor(
    private readonly repository: NotificationsRepository,
    private readonly fanouts: NotificationFanoutsRepository,
    private readonly waiting: WaitingDeliveriesRepository,
    private readonly people: PeopleEvents,
  ) {}

  onModuleInit(): void {
    this.people.on('hidden', (fanId, otherId) => {
      void inBackground(() => this.removeActorFrom(fanId, otherId));
    });
  }

  /** Removes a fan's notifications and the fan as actor from all others. */
  async removeAllOf(fanId: string): Promise<void> {
    await this.fanouts.removeByActor(fanId);
    await this.waiting.removeByActor(fanId);
    await this.waiting.removeAllOf(fanId);
    await this.repository.removeGroups([storiesGroup(fanId)]);
    while ((await this.repository.removeBatchByActor(fanId, BATCH)) > 0);
    await this.repository.removeAllOf(fanId);
  }

  /** Removes one fan as actor from another's notifications. If it fails, reads still filter the actor. */
  private async removeActorFrom(fanId: string, otherId: string): Promise<void> {
    try {
      await this.waiting.removeByActor(otherId, fanId);
      while ((await this.repository.removeBatchByActor(otherId, BATCH, fanId)) > 0);
    } catch (error) {
      if (!isDatabaseAway(error))
        this.logger.error({ event: 'notification_cleanup_failed' }, String(error));
    }
  }
}
