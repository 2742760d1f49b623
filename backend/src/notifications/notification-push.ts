import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Notification } from '@kickoff/contracts';

import { LogThrottle } from '../common/logging/log-throttle.js';
import { PushService } from '../push/push.service.js';
import { NotificationChoicesService } from '../users/notification-choices.service.js';
import { toPushMessage } from './push-message.view.js';
import { SendableNotifications, type WrittenNotification } from './sendable-notifications.js';

/** A queued push message; one of an earlier release names no notification. */
interface QueuedNotification extends Pick<WrittenNotification, 'fanId'> {
  _id: string;
  notification?: Notification;
}

/** Decides which notifications are also sent as push messages. */
@Injectable()
export class NotificationPush implements OnModuleInit {
  private readonly logger = new Logger(NotificationPush.name);
  private readonly losses = new LogThrottle();

  constructor(
    private readonly push: PushService,
    private readonly choices: NotificationChoicesService,
    private readonly sendable: SendableNotifications,
  ) {}

  onModuleInit(): void {
    this.push.registerCheck((messages) => this.findSendable(messages));
  }

  /** Queues push messages. Logs a failure: the notifications are written and must not be retried. */
  async send(written: readonly WrittenNotification[]): Promise<void> {
    try {
      const wanted = await this.filterWanted(written);
      await this.push.queue(
        wanted.map(({ fanId, notification }) => ({
          fanId,
          message: toPushMessage(notification),
          notification,
        })),
      );
    } catch (error) {
      this.losses.run(
        (count) => this.logger.warn({ event: 'push_messages_lost', count }, String(error)),
        written.length,
      );
    }
  }

  /** Returns the ids of those queued messages that would still be queued now. */
  private async findSendable(
    messages: readonly QueuedNotification[],
  ): Promise<ReadonlySet<string>> {
    const written = messages.flatMap(({ _id, fanId, notification }) =>
      notification ? [{ _id, fanId, notification }] : [],
    );
    const wanted = await this.filterChosen(
      written,
      written.map(({ fanId }) => fanId),
    );
    const sendable = new Set(await this.sendable.filter(wanted));
    const dropped = new Set(written.filter((one) => !sendable.has(one)).map(({ _id }) => _id));
    return new Set(messages.map(({ _id }) => _id).filter((id) => !dropped.has(id)));
  }

  /** Filters by the push settings of fans with a subscribed browser. */
  private async filterWanted(
    written: readonly WrittenNotification[],
  ): Promise<WrittenNotification[]> {
    const subscribed = await this.push.findSubscribed(written.map(({ fanId }) => fanId));
    return subscribed.size === 0 ? [] : this.filterChosen(written, [...subscribed]);
  }

  /** Filters by the push settings of these fans. */
  private async filterChosen<Written extends WrittenNotification>(
    written: readonly Written[],
    fanIds: readonly string[],
  ): Promise<Written[]> {
    const settings = await this.choices.pushSettings(fanIds);
    return written.filter(({ fanId, notification: { kind } }) => {
      // Moderation has no setting: it is too private for a screen that others can see.
      return kind !== 'moderation' && settings.get(fanId)?.[kind] === true;
    });
  }
}
