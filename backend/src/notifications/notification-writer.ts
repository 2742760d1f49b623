import { Injectable } from '@nestjs/common';
import type { NotificationKind } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { Clock } from '../common/time/clock.js';
import type { Notice } from '../live/live-message.js';
import { LiveService } from '../live/live.service.js';
import { UsersService } from '../users/users.service.js';
import { toNotificationAnswer } from './notification.view.js';
import { type Change, NotificationsRepository } from './notifications.repository.js';
import type { Telling } from './telling.js';

/** Something that one fan should know. */
export interface Entry {
  fanId: string;
  telling: Telling;
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Owns how many tellings at once become rows, and that their fans hear of it:
 * in as many database conversations for a thousand as for one.
 */
@Injectable()
export class NotificationWriter {
  constructor(
    private readonly repository: NotificationsRepository,
    private readonly users: UsersService,
    private readonly live: LiveService,
    private readonly clock: Clock,
  ) {}

  /** Writes what its fans want to know and were not told before. */
  async write(entries: readonly Entry[]): Promise<void> {
    const changes = await this.changesOf(await this.wanted(entries));
    if (changes.length === 0) return;
    const rows = await this.repository.apply(changes);
    await this.takeBack(changes);
    const fans = await this.users.summaries(rows.flatMap(({ actors }) => actors));
    // What is said to many in the same words goes to all of them at once.
    const told = new Map<string, { notice: Notice; ids: Record<string, string> }>();
    for (const row of rows) {
      const answer = toNotificationAnswer(row, fans, NOBODY);
      if (!answer) continue;
      const { _id, ...notice } = answer;
      const words = JSON.stringify(notice);
      const same = told.get(words) ?? { notice, ids: {} };
      same.ids[row.fanId.toString()] = _id;
      told.set(words, same);
    }
    for (const { notice, ids } of told.values()) await this.live.notify(notice, ids);
  }

  /** Those by and for fans who are there, and have not switched off the kind. */
  private async wanted(entries: readonly Entry[]): Promise<Entry[]> {
    if (entries.length === 0) return [];
    const ids = new Set(
      entries.flatMap(({ fanId, telling: { actorId } }) => (actorId ? [fanId, actorId] : [fanId])),
    );
    const settings = await this.users.notificationSettings([...ids]);
    const isThere = (actorId: string | undefined) => actorId === undefined || settings.has(actorId);
    const isOn = (fanId: string, kind: NotificationKind) =>
      // Moderation cannot be switched off.
      kind === 'moderation' ? settings.has(fanId) : settings.get(fanId)?.[kind] === true;
    return entries.filter(
      ({ fanId, telling: { kind, actorId } }) => isThere(actorId) && isOn(fanId, kind),
    );
  }

  /** Who left meanwhile was perhaps looked for in these rows before they were there. */
  private async takeBack(changes: readonly Change[]): Promise<void> {
    const ids = new Set(
      changes.flatMap(({ fanId, actors }) => [fanId, ...actors].map((id) => id.toString())),
    );
    const present = await this.users.presentOf([...ids]);
    const left = [...ids].filter((id) => !present.has(id));
    for (const id of left) await this.repository.withdraw(id, changes);
  }

  private async changesOf(entries: readonly Entry[]): Promise<Change[]> {
    const at = this.clock.now();
    const causes = new Map(
      entries.map(({ fanId, telling: { group, actorId, once = actorId ?? '' } }) => [
        `${fanId} ${group} ${once}`,
        {
          _id: new Types.ObjectId(),
          fanId: new Types.ObjectId(fanId),
          group,
          once,
          ...(actorId === undefined ? {} : { actorId: new Types.ObjectId(actorId) }),
          at,
        },
      ]),
    );
    const fresh = new Set(await this.repository.insertCauses([...causes.values()]));

    const changes = new Map<string, Change>();
    for (const { fanId, telling } of entries) {
      const { group, actorId, once = actorId ?? '', isNewEachTime = false } = telling;
      const cause = causes.get(`${fanId} ${group} ${once}`);
      if (!cause) continue;
      const isFresh = fresh.delete(cause);
      if (!isFresh && !isNewEachTime) continue;
      const key = `${fanId} ${group}`;
      const before = changes.get(key);
      const actors = before?.actors ?? [];
      const actor = cause.actorId;
      const { kind, target, afterMine, text } = telling;
      changes.set(key, {
        fanId: cause.fanId,
        group,
        kind,
        target,
        ...(afterMine ? { afterMine } : {}),
        ...(text === undefined ? {} : { text }),
        at,
        actors: actor ? [actor, ...actors.filter((id) => !id.equals(actor))] : actors,
        added: (before?.added ?? 0) + (isFresh && actor ? 1 : 0),
      });
    }
    return [...changes.values()];
  }
}
