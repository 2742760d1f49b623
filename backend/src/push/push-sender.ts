import { setTimeout as delay } from 'node:timers/promises';

import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { LogThrottle } from '../common/logging/log-throttle.js';
import { Clock } from '../common/time/clock.js';
import { Batches } from '../common/work/batches.js';
import { PushCarrier, type PushOutcome } from './push-carrier.js';
import { type ClaimedPushMessage, PushMessagesRepository } from './push-messages.repository.js';
import type { PushSubscription } from './push-subscription.schema.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';
import { retryTime } from './retry-time.js';
import { type HostFilter, ServiceSlots } from './service-slots.js';

/** Lease of a message, longer than a request may take. */
const LEASE_MS = 60_000;
/** Poll interval for due messages, in addition to those queued by this instance. */
const POLL_MS = 2_000;
/** How long a shutdown waits for requests in flight. */
const STOP_MS = 2_000;
const BATCH = 100;

/** Returns the ids of those messages that their recipients may still get. */
export type FindSendable = (
  messages: readonly ClaimedPushMessage[],
) => Promise<ReadonlySet<string>>;

/**
 * Sends queued messages, many concurrently in each instance. A run of the job starts requests
 * without awaiting them, so an unresponsive service delays no other.
 */
@Injectable()
export class PushSender implements BeforeApplicationShutdown {
  private readonly logger = new Logger(PushSender.name);
  private readonly faults = new LogThrottle();
  private readonly slots = new ServiceSlots();
  private readonly sending = new Set<Promise<void>>();
  /** Batched removal of sent messages: one write per message would take longer than sending. */
  private readonly removals = new Batches<ClaimedPushMessage, undefined>(
    (_, held) => this.removeAll(held),
    BATCH,
  );
  private readonly job: Job;
  private findSendable: FindSendable | undefined;

  constructor(
    private readonly messages: PushMessagesRepository,
    private readonly subscriptions: PushSubscriptionsService,
    private readonly carrier: PushCarrier,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('push-messages', () => this.startAllDue(), { isConcurrent: true });
  }

  /** Registers a check of each message before each try. */
  registerCheck(findSendable: FindSendable): void {
    this.findSendable = findSendable;
  }

  /** Starts to send the messages that are due. */
  @Interval(POLL_MS)
  sendDue(): Promise<void> {
    return this.job.run();
  }

  /** Sends due messages and resolves when all are answered. */
  async sendAll(): Promise<void> {
    await this.sendDue();
    while (this.sending.size > 0) {
      await Promise.all(this.sending);
      await this.sendDue();
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.close();
    await Promise.race([Promise.all(this.sending), delay(STOP_MS, undefined, { ref: false })]);
    this.carrier.close();
    await Promise.all(this.sending);
  }

  private async startAllDue(): Promise<void> {
    while (!this.job.isClosing) {
      const hosts = this.slots.free();
      if (!hosts || !(await this.startBatch(hosts))) return;
    }
  }

  /** Returns whether a message was due. */
  private async startBatch(hosts: HostFilter): Promise<boolean> {
    const now = this.clock.now();
    const due = await this.messages.findDue(now, hosts, BATCH);
    const taken = new Map(
      due.filter(({ host }) => this.slots.take(host)).map(({ _id, host }) => [_id, host]),
    );
    try {
      const ids = due.map(({ _id }) => _id).filter((id) => taken.has(id));
      const held = await this.messages.claim(ids, now, new Date(now.getTime() + LEASE_MS));
      const [targets, sendable] = await Promise.all([
        this.subscriptions.findByIds(held.map((row) => row.subscriptionId)),
        this.findSendable?.(held),
      ]);
      for (const message of held) {
        taken.delete(message._id);
        const isSendable = sendable?.has(message._id) ?? true;
        this.start(message, isSendable ? targets.get(message.subscriptionId) : undefined);
      }
    } finally {
      // Other instances have claimed these.
      for (const host of taken.values()) this.slots.giveBack(host);
    }
    return due.length > 0;
  }

  /** @param target undefined for a message that is dropped */
  private start(message: ClaimedPushMessage, target: PushSubscription | undefined): void {
    const sending = this.send(message, target)
      .catch((error: unknown) => this.log('push_failed', String(error)))
      .finally(() => {
        this.sending.delete(sending);
        void this.sendDue();
      });
    this.sending.add(sending);
  }

  private async send(message: ClaimedPushMessage, target?: PushSubscription): Promise<void> {
    const isExpired = message.until <= this.clock.now();
    // The endpoint may belong to another fan by now.
    if (isExpired || target?.fanId !== message.fanId) {
      this.slots.giveBack(message.host);
      return this.removals.add('removal', message);
    }
    const outcome = await this.deliver(message, target);
    if (outcome.kind === 'delayed') return this.retryLater(message, outcome);
    if (outcome.kind === 'gone') await this.subscriptions.removeGone(target);
    if (outcome.kind === 'refused') this.log('push_dropped', outcome.fault);
    await this.removals.add('removal', message);
  }

  private async deliver(
    message: ClaimedPushMessage,
    target: PushSubscription,
  ): Promise<PushOutcome> {
    const startedMs = performance.now();
    let ms: number | undefined;
    try {
      const outcome = await this.carrier.deliver(target, message.message);
      if (outcome.kind === 'sent' || outcome.kind === 'gone') ms = performance.now() - startedMs;
      return outcome;
    } finally {
      this.slots.release(message.host, ms);
    }
  }

  private async removeAll(claimed: readonly ClaimedPushMessage[]): Promise<undefined[]> {
    await this.messages.removeAll(claimed);
    return claimed.map(() => undefined);
  }

  private async retryLater(
    message: ClaimedPushMessage,
    { fault, retryAfter }: { fault: string; retryAfter?: string },
  ): Promise<void> {
    const retryAt = retryTime(this.clock.now(), message.tries, retryAfter);
    if (retryAt < message.until) {
      this.log('push_delayed', fault);
      await this.messages.putBack(message, retryAt);
    } else {
      this.log('push_dropped', fault);
      await this.removals.add('removal', message);
    }
  }

  /** One line for many messages; the endpoint is a secret of its browser. */
  private log(event: 'push_delayed' | 'push_dropped' | 'push_failed', fault: string): void {
    this.faults.run((count) => this.logger.warn({ event, fault, count }));
  }
}
