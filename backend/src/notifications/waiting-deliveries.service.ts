import { Injectable } from '@nestjs/common';

import { Clock } from '../common/time/clock.js';
import { type FindLimit, SeenMatches } from '../football/viewpoints/seen-matches.js';
import { type DeliveryMoment, toDeliveryMoment } from './delivery-moment.js';
import { BlocksService } from '../people/blocks.service.js';
import { NotificationExcerpts } from './notification-excerpts.js';
import type { NotificationRequest } from './notification-request.js';
import { WaitingDeliveriesRepository } from './waiting-deliveries.repository.js';

/** A request for one recipient. */
export interface Delivery {
  fanId: string;
  request: NotificationRequest;
}

/** Stores notifications about moments of a match that their recipients have not seen yet. */
@Injectable()
export class WaitingDeliveriesService {
  constructor(
    private readonly repository: WaitingDeliveriesRepository,
    private readonly seen: SeenMatches,
    private readonly clock: Clock,
    private readonly blocks: BlocksService,
    private readonly excerpts: NotificationExcerpts,
  ) {}

  /** Stores deliveries that must wait, drops those that are never written, and returns the rest. */
  async defer<D extends Delivery>(deliveries: readonly D[]): Promise<readonly D[]> {
    if (!deliveries.some(({ request }) => request.match)) return deliveries;
    const now = this.clock.now();
    const moments = await this.findMoments(deliveries);
    const waiting = deliveries.flatMap(({ fanId, request }, index) => {
      const moment = moments[index];
      if (!moment || !('afterMs' in moment)) return [];
      const dueAt = new Date(now.getTime() + moment.afterMs);
      return { _id: toWaitingId(fanId, request), fanId, request, at: now, dueAt };
    });
    if (waiting.length > 0) await this.repository.insertNew(waiting);
    return deliveries.filter((_, index) => 'now' in (moments[index] ?? {}));
  }

  /**
   * Filters out deliveries that waited for too long: the recipient no longer sees the actor or the
   * owner, or the comment or the quoting post is gone.
   */
  async filterValid(deliveries: readonly Delivery[]): Promise<Delivery[]> {
    const existing = await this.excerpts.findExisting(deliveries.map(toQuotingRow));
    const areValid = await Promise.all(
      deliveries.map(async ({ fanId, request: { actorId, ownerId } }, index) => {
        if (!existing.has(String(index))) return false;
        const hidden = await this.blocks.hiddenFrom(fanId);
        return [actorId, ownerId].every((id) => id === undefined || !hidden.has(id));
      }),
    );
    return deliveries.filter((_, index) => areValid[index]);
  }

  /** Decides about each delivery by the recipient's present viewpoint. */
  async findMoments(deliveries: readonly Delivery[]): Promise<DeliveryMoment[]> {
    const limits = new Map<string, Promise<FindLimit | undefined>>();
    const limitsOf = (fanId: string) => {
      const known = limits.get(fanId) ?? this.seen.of(fanId);
      limits.set(fanId, known);
      return known;
    };
    return Promise.all(
      deliveries.map(async ({ fanId, request }) => {
        const findLimit = request.match && (await limitsOf(fanId));
        return toDeliveryMoment(request, await findLimit?.(request.match?.id ?? ''));
      }),
    );
  }
}

/** A fan may comment several times at one moment, as in a paused replay. */
function toWaitingId(
  fanId: string,
  { group, actorId, dedupKey = actorId ?? '', match, commentId }: NotificationRequest,
): string {
  const id = `${fanId} ${group} ${dedupKey} ${match?.at.getTime()}`;
  return commentId === undefined ? id : `${id} ${commentId}`;
}

function toQuotingRow({ fanId, request: { kind, target, commentId } }: Delivery, index: number) {
  const comment = commentId === undefined ? {} : { commentId };
  return { _id: String(index), fanId, kind, target, actors: [], ...comment };
}
