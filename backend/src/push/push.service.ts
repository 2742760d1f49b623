import { Injectable } from '@nestjs/common';
import type { Notification, PushMessage } from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import { Clock } from '../common/time/clock.js';
import type { QueuedPushMessage } from './push-message.schema.js';
import { PushMessagesRepository } from './push-messages.repository.js';
import { type FindSendable, PushSender } from './push-sender.js';
import type { PushSubscription } from './push-subscription.schema.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';

/** Time after which an unsent message expires. */
const TTL_MS = 60 * 60_000;

/** A message for all browsers of one fan. */
export interface FanMessage {
  fanId: string;
  message: PushMessage;
  notification: Notification;
}

/** Queues push messages. Features decide which messages go to which fans. */
@Injectable()
export class PushService {
  constructor(
    private readonly subscriptions: PushSubscriptionsService,
    private readonly messages: PushMessagesRepository,
    private readonly sender: PushSender,
    private readonly clock: Clock,
  ) {}

  /** Returns those of these fans who have a subscribed browser. */
  async findSubscribed(fanIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.subscriptions.findByFans(fanIds);
    return new Set(rows.map(({ fanId }) => fanId));
  }

  /** Queues messages and starts sending them. Resolves when they are stored. */
  async queue(messages: readonly FanMessage[]): Promise<void> {
    const rows = await this.toRows(messages);
    if (rows.length === 0) return;
    await this.messages.insertAll(rows);
    void this.sender.sendDue();
  }

  /** Registers the feature that decides which queued messages are still sent. */
  registerCheck(findSendable: FindSendable): void {
    this.sender.registerCheck(findSendable);
  }

  removeAllOf(fanId: string): Promise<void> {
    return this.messages.removeAllOf(fanId);
  }

  private async toRows(messages: readonly FanMessage[]): Promise<QueuedPushMessage[]> {
    const found = await this.subscriptions.findByFans(messages.map(({ fanId }) => fanId));
    const byFan = new Map<string, PushSubscription[]>();
    for (const subscription of found) {
      const { fanId } = subscription;
      byFan.set(fanId, [...(byFan.get(fanId) ?? []), subscription]);
    }
    const now = this.clock.now();
    const until = new Date(now.getTime() + TTL_MS);
    return messages.flatMap(({ fanId, message, notification }) =>
      (byFan.get(fanId) ?? []).map((subscription) => ({
        _id: newId(),
        subscriptionId: subscription._id,
        fanId: subscription.fanId,
        host: subscription.host,
        message,
        notification,
        dueAt: now,
        tries: 0,
        until,
      })),
    );
  }
}
