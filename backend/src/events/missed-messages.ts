import { Injectable } from '@nestjs/common';

import { LiveBus } from '../live/live-bus.js';
import type { LiveMessage } from '../live/live-message.js';
import { SendableNotifications } from '../notifications/sendable-notifications.js';
import { PostVersions } from './post-versions.js';

/**
 * Finds what a stream has missed since its client's last position, without content that was removed
 * since: a resumed stream sends nothing that is gone.
 */
@Injectable()
export class MissedMessages {
  constructor(
    private readonly bus: LiveBus,
    private readonly notifications: SendableNotifications,
  ) {}

  /**
   * Returns the messages after a position, oldest first; undefined if they are unknown. A reset at
   * the end replaces notifications that the fan may no longer see as they were written.
   */
  async since(fanId: string, lastEventId: string): Promise<LiveMessage[] | undefined> {
    const missed = await this.bus.since(lastEventId);
    if (!missed) return undefined;
    const outdated = await this.findOutdated(fanId, missed);
    const versions = new PostVersions();
    const left = withoutRemovedPosts(missed).filter(
      (message) =>
        isOfNoMoment(message) && !outdated.has(message.id) && !versions.isOutdated(message),
    );
    const newest = missed.at(-1);
    if (!newest || outdated.size === 0) return left;
    return [...left, { id: newest.id, body: { kind: 'reset', fanId } }];
  }

  /**
   * Ids of messages with a notification of which a fan or the excerpt is gone or hidden by now. Reads
   * nothing for notifications that name no fan and have no excerpt.
   */
  private async findOutdated(
    fanId: string,
    missed: readonly LiveMessage[],
  ): Promise<ReadonlySet<string>> {
    const written = missed.flatMap(({ id, body }) => {
      const _id = body.kind === 'notification' ? body.ids[fanId] : undefined;
      if (body.kind !== 'notification' || _id === undefined) return [];
      const { actors, excerpt } = body.notification;
      if (actors.length === 0 && excerpt === undefined) return [];
      return [{ id, fanId, notification: { ...body.notification, _id } }];
    });
    const sendable = new Set(await this.notifications.filter(written));
    return new Set(written.filter((one) => !sendable.has(one)).map(({ id }) => id));
  }
}

/**
 * Returns whether a message is independent of the fan's moment in a match: on resume that moment
 * may be an earlier one.
 */
function isOfNoMoment({ body }: LiveMessage): boolean {
  return body.kind !== 'event' || body.audience.to !== 'viewer';
}

/** Leaves out new posts, rows of posts and quotes in them that a later message removes. */
function withoutRemovedPosts(messages: readonly LiveMessage[]): LiveMessage[] {
  const removed = new Set<string>();
  const withoutRemoved = (message: LiveMessage): LiveMessage[] => {
    const { id, body } = message;
    if (body.kind !== 'event') return [message];
    if (body.name === 'post.changed' && body.data.deleted) removed.add(body.data._id);
    if (body.name === 'post.created' && removed.has(body.data._id)) return [];
    if (body.name !== 'thread.row' || body.data.row.kind !== 'post') return [message];
    const { row } = body.data;
    const { _id, quote } = row.post;
    if (removed.has(_id)) return [];
    if (!quote || !('_id' in quote) || !removed.has(quote._id)) return [message];
    const post = { ...row.post, quote: { gone: true as const } };
    return [{ id, body: { ...body, data: { ...body.data, row: { ...row, post } } } }];
  };
  return messages.toReversed().flatMap(withoutRemoved).reverse();
}
