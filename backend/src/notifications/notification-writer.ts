import { Injectable } from '@nestjs/common';
import type { NotificationKind } from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import type { NotificationPayload } from '../live/live-message.js';
import { LiveService } from '../live/live.service.js';
import { NotificationChoicesService } from '../users/notification-choices.service.js';
import { UsersService } from '../users/users.service.js';
import type { NotificationDedupKey } from './notification-dedup-key.schema.js';
import { NotificationExcerpts } from './notification-excerpts.js';
import type { Notification } from './notification.schema.js';
import { toNotificationAnswer } from './notification.view.js';
import { type Change, NotificationsRepository } from './notifications.repository.js';
import { NotificationPush } from './notification-push.js';
import type { WrittenNotification } from './sendable-notifications.js';
import { type Delivery, WaitingDeliveriesService } from './waiting-deliveries.service.js';

const NO_ONE_HIDDEN: ReadonlySet<string> = new Set();

/**
 * Writes notifications in bulk and publishes them. The number of database calls does not depend on
 * the number of deliveries.
 */
@Injectable()
export class NotificationWriter {
  constructor(
    private readonly repository: NotificationsRepository,
    private readonly users: UsersService,
    private readonly choices: NotificationChoicesService,
    private readonly excerpts: NotificationExcerpts,
    private readonly live: LiveService,
    private readonly clock: Clock,
    private readonly push: NotificationPush,
    private readonly waiting: WaitingDeliveriesService,
  ) {}

  /**
   * Writes the deliveries that pass the recipients' settings and dedup keys. Those about a moment
   * of a match that the recipient has not seen are stored until then.
   */
  async write(deliveries: readonly Delivery[]): Promise<void> {
    await this.writeDue(await this.waiting.defer(deliveries));
  }

  /** Writes deliveries regardless of their moments. */
  async writeDue(deliveries: readonly Delivery[]): Promise<void> {
    const { changes, rows } = await this.store(await this.filterWanted(deliveries));
    if (changes.length === 0) return;
    await this.removeDeparted(changes);
    const [fans, excerpts] = await Promise.all([
      this.users.summaries(rows.flatMap(({ actors }) => actors)),
      this.excerpts.find(rows),
    ]);
    // Identical notifications are published as one message with each recipient's id.
    const groups = new Map<
      string,
      { notification: NotificationPayload; ids: Record<string, string> }
    >();
    const written: WrittenNotification[] = [];
    for (const row of rows) {
      const answer = toNotificationAnswer(row, { fans, excerpts, hidden: NO_ONE_HIDDEN });
      if (!answer) continue;
      // A notification with a muted word is listed without its excerpt, and not sent as a push
      // message.
      if (excerpts.get(row._id)?.isMuted !== true)
        written.push({ fanId: row.fanId, notification: answer });
      const { _id, ...notification } = answer;
      const key = JSON.stringify(notification);
      const group = groups.get(key) ?? { notification, ids: {} };
      group.ids[row.fanId] = _id;
      groups.set(key, group);
    }
    for (const { notification, ids } of groups.values()) await this.live.notify(notification, ids);
    await this.push.send(written);
  }

  /** Drops deliveries by or to fans who do not exist, and kinds that the recipient has switched off. */
  private async filterWanted(deliveries: readonly Delivery[]): Promise<Delivery[]> {
    if (deliveries.length === 0) return [];
    const ids = new Set(
      deliveries.flatMap(({ fanId, request: { actorId } }) =>
        actorId ? [fanId, actorId] : [fanId],
      ),
    );
    const settings = await this.choices.settingsOf([...ids]);
    const exists = (actorId: string | undefined) => actorId === undefined || settings.has(actorId);
    const isOn = (fanId: string, kind: NotificationKind) =>
      // Moderation cannot be switched off.
      kind === 'moderation' ? settings.has(fanId) : settings.get(fanId)?.[kind] === true;
    return deliveries.filter(
      ({ fanId, request: { kind, actorId } }) => exists(actorId) && isOn(fanId, kind),
    );
  }

  /**
   * Removes fans whose accounts were removed during the write, maybe before these rows existed.
   */
  private async removeDeparted(changes: readonly Change[]): Promise<void> {
    const ids = new Set(changes.flatMap(({ fanId, actors }) => [fanId, ...actors]));
    const present = await this.users.presentOf([...ids]);
    const departed = [...ids].filter((id) => !present.has(id));
    for (const id of departed) await this.repository.removeAllOf(id);
    for (const id of departed) await this.repository.removeActor(id, changes);
  }

  /**
   * Writes rows and confirms their dedup keys in one transaction, so that an interrupted write can
   * be repeated. Skips confirmed keys, and keys whose actor was removed during the write.
   */
  private async store(
    deliveries: readonly Delivery[],
  ): Promise<{ changes: Change[]; rows: Notification[] }> {
    if (deliveries.length === 0) return { changes: [], rows: [] };
    const at = this.clock.now();
    const byName = new Map(
      deliveries.map((delivery): [string, NotificationDedupKey] => {
        const key = toKey(delivery);
        return [nameOf(key), { _id: newId(), ...key, at, isPending: true }];
      }),
    );
    const keys = [...byName.values()];
    await this.repository.insertDedupKeys(keys);
    return inTransaction(async () => {
      const stored = await this.repository.findDedupKeys(keys);
      const { changes, keyIds } = toChanges(deliveries, stored, at);
      if (changes.length === 0) return { changes, rows: [] };
      const rows = await this.repository.upsertAll(changes);
      await this.repository.confirmDedupKeys(keyIds, at);
      return { changes, rows };
    });
  }
}

type DedupKeyFields = Pick<NotificationDedupKey, 'fanId' | 'group' | 'dedupKey' | 'actorId'>;

function toKey({ fanId, request }: Delivery): DedupKeyFields {
  const { group, actorId, dedupKey = actorId ?? '' } = request;
  return { fanId, group, dedupKey, ...(actorId === undefined ? {} : { actorId }) };
}

function nameOf({ fanId, group, dedupKey }: DedupKeyFields): string {
  return `${fanId} ${group} ${dedupKey}`;
}

/**
 * Groups deliveries whose dedup keys are pending, or that notify again, by row.
 *
 * @returns the changes, and the ids of their dedup keys
 */
function toChanges(
  deliveries: readonly Delivery[],
  stored: readonly NotificationDedupKey[],
  at: Date,
): { changes: Change[]; keyIds: string[] } {
  const keys = new Map(stored.map((key) => [nameOf(key), key]));
  const changes = new Map<string, Change>();
  const written = new Set<string>();
  for (const delivery of deliveries) {
    const { fanId, request } = delivery;
    const key = keys.get(nameOf(toKey(delivery)));
    if (!key) continue;
    const isNew = key.isPending === true && !written.has(key._id);
    if (!isNew && !request.renotify) continue;
    written.add(key._id);
    const { group, kind, actorId, target, match, afterMine, text, commentId, excerpt } = request;
    const row = `${fanId} ${group}`;
    const before = changes.get(row);
    const actors = before?.actors ?? [];
    changes.set(row, {
      fanId,
      group,
      kind,
      target,
      ...(match ? { match } : {}),
      ...(afterMine ? { afterMine } : {}),
      ...(text === undefined ? {} : { text }),
      ...(commentId === undefined ? {} : { commentId }),
      ...(excerpt === undefined ? {} : { excerpt }),
      at,
      actors: actorId ? [actorId, ...actors.filter((id) => id !== actorId)] : actors,
      added: (before?.added ?? 0) + (isNew && actorId ? 1 : 0),
    });
  }
  return { changes: [...changes.values()], keyIds: [...written] };
}
