import { Injectable, Logger } from '@nestjs/common';
import type { Notification } from '@kickoff/contracts';

import { LogThrottle } from '../common/logging/log-throttle.js';
import { PushService } from '../push/push.service.js';
import { NotificationChoicesService } from '../users/notification-choices.service.js';
import { toPushMessage } from './push-message.view.js';

/** A notification after its write. */
export interface WrittenNotification {
  fanId: string;
  notification: Notification;
}

/** Decides which notifications are also sent as push messages. */
@Injectable()
export class NotificationPush {
  private readonly logger = new Logger(NotificationPush.name);
  private readonly losses = new LogThrottle();

  constructor(
    private readonly push: PushService,
    private readonly choices: NotificationChoicesService,
  ) {}

  /** Queues push messages. Logs a failure: the notifications are written and must not be retried. */
  async send(written: readonly WrittenNotification[]): Promise<void> {
    try {
      const wanted = await this.filterWanted(written);
      await this.push.queue(
        wanted.map(({ fanId, notification }) => ({ fanId, message: toPushMessage(notification) })),
      );
    } catch (error) {
      this.losses.run(
        (count) => this.logger.warn({ event: 'push_messages_lost', count }, String(error)),
        written.length,
      );
    }
  }

  /** Filters by the push settings of fans with a subscribed browser. */
  private async filterWanted(
    written: readonly WrittenNotification[],
  ): Promise<WrittenNotification[]> {
    const subscribed = await this.push.findSubscribed(written.map(({ fanId }) => fanId));
    if (subscribed.size === 0) return [];
    const settings = await this.choices.pushSettings([...subscribed]);
    return written.filter(({ fanId, notification: { kind } }) => {
      // Moderation has no setting: it is too private for a screen that others can see.
      return kind !== 'moderation' && settings.get(fanId)?.[kind] === true;
    });
  }
}
