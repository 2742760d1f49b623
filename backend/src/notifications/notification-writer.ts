import { Injectable } from '@nestjs/common';
import type { NotificationKind } from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import { Clock } from '../common/time/clock.js';
import type { NotificationPayload } from '../live/live-message.js';
import { LiveService } from '../live/live.service.js';
import { NotificationChoicesService } from '../users/notification-choices.service.js';
import { UsersService } from '../users/users.service.js';
import { NotificationExcerpts } from './notification-excerpts.js';
import { toNotificationAnswer } from './notification.view.js';
import { type Change, NotificationsRepository } from './notifications.repository.js';
import { NotificationPush, type WrittenNotification } from './notification-push.js';
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
    const changes = await this.toChanges(await this.filterWanted(deliveries));
    if (changes.length === 0) return;
    const rows = await this.repository.upsertAll(changes);
    await this.removeGone(changes);
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
      const isMuted = excerpts.get(row._id)?.isMuted === true;
      if (!isMuted) written.push({ fanId: row.fanId, notification: answer });
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
   * Removes fans whose accounts, or whose notifications for a fan who hides them, were removed
   * during the write, which may have been before these rows existed.
   */
  private async removeGone(changes: readonly Change[]): Promise<void> {
    const ids = new Set(changes.flatMap(({ fanId, actors }) => [fanId, ...actors]));
    const [present, removed] = await Promise.all([
      this.users.presentOf([...ids]),
      this.repository.findRemovedActors(changes),
    ]);
    const departed = [...ids].filter((id) => !present.has(id));
    for (const id of departed) await this.repository.removeAllOf(id);
    for (const id of departed) await this.repository.removeActor(id, changes);
    for (const [id, rows] of removed) await this.repository.removeActor(id, rows);
  }

  private async toChanges(deliveries: readonly Delivery[]): Promise<Change[]> {
    const at = this.clock.now();
    const keys = new Map(
      deliveries.map(({ fanId, request: { group, actorId, dedupKey = actorId ?? '' } }) => [
        `${fanId} ${group} ${dedupKey}`,
        {
          _id: newId(),
          fanId,
          group,
          dedupKey,
          ...(actorId === undefined ? {} : { actorId }),
          at,
        },
      ]),
    );
    const inserted = new Set(await this.repository.insertDedupKeys([...keys.values()]));

    const changes = new Map<string, Change>();
    for (const { fanId, request } of deliveries) {
      const { group, actorId, dedupKey = actorId ?? '', renotify = false } = request;
      const row = keys.get(`${fanId} ${group} ${dedupKey}`);
      if (!row) continue;
      const isInserted = inserted.delete(row);
      if (!isInserted && !renotify) continue;
      const key = `${fanId} ${group}`;
      const before = changes.get(key);
      const actors = before?.actors ?? [];
      const actor = row.actorId;
      const { kind, target, match, afterMine, text, commentId, excerpt } = request;
      changes.set(key, {
        fanId: row.fanId,
        group,
        kind,
        target,
        ...(match ? { match } : {}),
        ...(afterMine ? { afterMine } : {}),
        ...(text === undefined ? {} : { text }),
        ...(commentId === undefined ? {} : { commentId }),
        ...(excerpt === undefined ? {} : { excerpt }),
        at,
        actors: actor ? [actor, ...actors.filter((id) => id !== actor)] : actors,
        added: (before?.added ?? 0) + (isInserted && actor ? 1 : 0),
      });
    }
    return [...changes.values()];
  }
}
