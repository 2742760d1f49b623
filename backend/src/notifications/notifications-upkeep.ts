import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { PeopleNews } from '../people/people-news.js';
import { NotificationRoundsRepository } from './notification-rounds.repository.js';
import { NotificationsRepository } from './notifications.repository.js';
import { groupOfStories } from './telling.js';

const BATCH = 500;

/** Owns that nobody keeps notifications of a fan who is kept away or has left. */
@Injectable()
export class NotificationsUpkeep implements OnModuleInit {
  private readonly logger = new Logger(NotificationsUpkeep.name);

  constructor(
    private readonly repository: NotificationsRepository,
    private readonly rounds: NotificationRoundsRepository,
    private readonly people: PeopleNews,
  ) {}

  onModuleInit(): void {
    this.people.on('hidden', (fanId, otherId) => void this.forget(fanId, otherId));
  }

  /** Takes a leaving fan's notifications away, and the fan out of everyone else's. */
  async removeAllOf(fanId: string): Promise<void> {
    await this.rounds.removeOf(fanId);
    await this.repository.removeGroups([groupOfStories(fanId)]);
    while ((await this.repository.removeSomeBy(fanId, BATCH)) > 0);
    await this.repository.removeAllOf(fanId);
  }

  /** Takes one fan out of another's notifications; whatever fails here is left out when they are read. */
  private async forget(fanId: string, otherId: string): Promise<void> {
    try {
      while ((await this.repository.removeSomeBy(otherId, BATCH, fanId)) > 0);
    } catch (error) {
      if (!isDatabaseAway(error)) this.logger.error({ event: 'forgettingFailed' }, String(error));
    }
  }
}
