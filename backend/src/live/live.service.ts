import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { LiveEvents } from '@kickoff/contracts';

import { LiveBus } from './live-bus.js';
import type { LiveAudience, LiveEventMessage, NotificationPayload } from './live-message.js';

/**
 * Publishes live events after their write is acknowledged, at most once: a crash in between loses
 * the event, and the next fetch shows the write. Each stream filters events for its fan.
 */
@Injectable()
export class LiveService implements OnApplicationShutdown {
  constructor(private readonly bus: LiveBus) {}

  /**
   * @param onceKey dedup key for an event that several instances detect at the same time
   */
  async publish<Name extends LiveEventMessage['name']>(
    name: Name,
    data: LiveEvents[Name],
    audience: LiveAudience,
    onceKey?: string,
  ): Promise<void> {
    // The compiler cannot relate name and data once they are separate.
    await this.bus.publish({ kind: 'event', name, data, audience } as LiveEventMessage, onceKey);
  }

  /**
   * Publishes one notification to several fans.
   *
   * @param ids notification ids by fan id
   */
  async notify(
    notification: NotificationPayload,
    ids: Readonly<Record<string, string>>,
  ): Promise<void> {
    await this.bus.publish({ kind: 'notification', notification, ids });
  }

  /** Ends the open streams of one session. */
  async endSession(sessionId: string): Promise<void> {
    await this.bus.publish({ kind: 'end', sessionId });
  }

  /** Ends all open streams of a fan. */
  async endAll(fanId: string): Promise<void> {
    await this.bus.publish({ kind: 'end', fanId });
  }

  /** Publishes that blocks, mutes or follows of these fans have changed. */
  async visibilityChanged(...fanIds: string[]): Promise<void> {
    await this.bus.publish({ kind: 'relations', fanIds });
  }

  /** Publishes that viewpoints or the shields of these fans have changed. */
  async viewpointsChanged(...fanIds: string[]): Promise<void> {
    await this.bus.publish({ kind: 'viewpoints', fanIds });
  }

  /** Makes the clients of a fan refetch everything, also those that resume later. */
  async reset(fanId: string): Promise<void> {
    await this.bus.publish({ kind: 'reset', fanId });
  }

  onApplicationShutdown(): Promise<void> {
    return this.bus.close();
  }
}
