import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { LiveEvents } from '@kickoff/contracts';

import { LiveBus } from './live-bus.js';
import type { LiveAudience, LiveNews, Notice } from './live-message.js';

/**
 * Tells what has happened, after its write is acknowledged. News are hints: a
 * crash between the write and the news loses the news, and the next fetch
 * shows what was written. Who hears of it is decided where the streams are.
 */
@Injectable()
export class LiveService implements OnApplicationShutdown {
  constructor(private readonly bus: LiveBus) {}

  /**
   * @param onceKey names news that several instances notice at the same time, so
   *   that fans hear it once
   */
  async tell<Name extends LiveNews['name']>(
    name: Name,
    data: LiveEvents[Name],
    audience: LiveAudience,
    onceKey?: string,
  ): Promise<void> {
    // The compiler cannot see that name and data belong together once they are apart.
    await this.bus.publish({ kind: 'news', name, data, audience } as LiveNews, onceKey);
  }

  /**
   * Tells some fans the same notification.
   *
   * @param ids each one's own notification, by the fan
   */
  async notify(notice: Notice, ids: Readonly<Record<string, string>>): Promise<void> {
    await this.bus.publish({ kind: 'notice', notice, ids });
  }

  /** Ends the open streams of one session. */
  async endSession(sessionId: string): Promise<void> {
    await this.bus.publish({ kind: 'end', sessionId });
  }

  /** Ends all open streams of a fan. */
  async endAll(fanId: string): Promise<void> {
    await this.bus.publish({ kind: 'end', fanId });
  }

  /** Who sees or follows whom is another matter for these fans from now on. */
  async tiesChanged(...fanIds: string[]): Promise<void> {
    await this.bus.publish({ kind: 'ties', fanIds });
  }

  onApplicationShutdown(): Promise<void> {
    return this.bus.close();
  }
}
