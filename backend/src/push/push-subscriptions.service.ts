import { Injectable } from '@nestjs/common';
import type {
  NewPushSubscription,
  OwnPushSubscription,
  PushSubscriptionRow,
} from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import type { Fan } from '../common/auth/audience.js';
import { InvalidInput } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { AddressFault, PushAddresses } from './push-addresses.js';
import { PushSessions } from './push-sessions.js';
import type { PushSubscription } from './push-subscription.schema.js';
import { toPushSubscriptionRow } from './push-subscription.view.js';
import { PushSubscriptionsRepository } from './push-subscriptions.repository.js';
import { requireSubscriptionKeys } from './subscription-keys.js';

/** Beyond this number the oldest subscription is removed. */
const MAX_SUBSCRIPTIONS = 10;
/** Maximum lifetime of a session (API.md §2). */
const TTL_MS = 30 * 24 * 60 * 60_000;

/**
 * Browsers subscribed to push messages. A subscription is valid while the session that created it
 * is open: each read checks the session's row, so no end of a session is missed.
 */
@Injectable()
export class PushSubscriptionsService {
  constructor(
    private readonly repository: PushSubscriptionsRepository,
    private readonly addresses: PushAddresses,
    private readonly sessions: PushSessions,
    private readonly clock: Clock,
  ) {}

  /** Stores a subscription of this session; an endpoint belongs to the last fan who sent it. */
  async add(fan: Fan, form: NewPushSubscription): Promise<{ _id: string; isNew: boolean }> {
    const keys = requireSubscriptionKeys(form.keys);
    const url = await this.requireAllowed(form.endpoint);
    const now = this.clock.now();
    const expiresMs = Math.min(form.expirationTime ?? Infinity, now.getTime() + TTL_MS);
    if (expiresMs <= now.getTime()) {
      throw InvalidInput.in('expirationTime', 'expirationTime must be in the future');
    }
    const row: PushSubscription = {
      _id: newId(),
      endpoint: url.href,
      host: url.host,
      fanId: fan.id,
      sessionId: fan.sessionId,
      keys,
      createdAt: now,
      expiresAt: new Date(expiresMs),
    };
    const id = await this.repository.upsert(row);
    const open = await this.filterOpen(await this.repository.findByFan(fan.id, now));
    const others = open.filter(({ _id }) => _id !== id);
    await this.repository.remove(others.slice(MAX_SUBSCRIPTIONS - 1));
    return { _id: id, isNew: id === row._id };
  }

  /** A fan's subscriptions, newest first. */
  async list(fan: Fan): Promise<PushSubscriptionRow[]> {
    const rows = await this.repository.findByFan(fan.id, this.clock.now());
    return (await this.filterOpen(rows)).map(toPushSubscriptionRow);
  }

  async remove(fan: Fan, endpoint: string): Promise<void> {
    // An invalid address was never stored.
    if (!URL.canParse(endpoint)) return;
    const url = new URL(endpoint);
    url.hash = '';
    await this.repository.removeByEndpoint(fan.id, url.href);
  }

  /** Open subscriptions of these fans. */
  async findByFans(fanIds: readonly string[]): Promise<PushSubscription[]> {
    return this.filterOpen(await this.repository.findByFans(fanIds, this.clock.now()));
  }

  /** Open subscriptions among these, by id. */
  async findByIds(ids: readonly string[]): Promise<Map<string, PushSubscription>> {
    const rows = await this.filterOpen(await this.repository.findByIds(ids, this.clock.now()));
    return new Map(rows.map((row) => [row._id, row]));
  }

  /** Removes a subscription that its push service no longer knows. */
  removeGone(subscription: PushSubscription): Promise<void> {
    return this.repository.remove([subscription]);
  }

  /** Yields a fan's subscriptions for the data export. */
  async *exportOf(fan: Fan): AsyncGenerator<OwnPushSubscription> {
    for (const { host, createdAt } of await this.list(fan)) yield { host, createdAt };
  }

  removeAllOf(fanId: string): Promise<void> {
    return this.repository.removeAllOf(fanId);
  }

  /** Filters out subscriptions of ended sessions, and deletes them. */
  private async filterOpen(rows: readonly PushSubscription[]): Promise<PushSubscription[]> {
    if (rows.length === 0) return [];
    const open = await this.sessions.findOpen(rows.map(({ sessionId }) => sessionId));
    const isOpen = ({ sessionId }: PushSubscription) => open.has(sessionId);
    await this.repository.remove(rows.filter((row) => !isOpen(row)));
    return rows.filter(isOpen);
  }

  private async requireAllowed(endpoint: string): Promise<URL> {
    try {
      return await this.addresses.check(endpoint);
    } catch (error) {
      if (error instanceof AddressFault) throw InvalidInput.in('endpoint', error.message);
      throw error;
    }
  }
}
