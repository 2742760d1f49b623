import { setTimeout as delay } from 'node:timers/promises';

import type { Caller } from '../callers.js';
import { Listener } from '../listener.js';
import { until } from '../until.js';
import type { Place } from './running-cluster.js';

const RECONNECT_MS = 100;

/** A post that was acknowledged. */
export interface AcknowledgedPost {
  id: string;
  atMs: number;
}

/** A fan's event stream through the front: it reconnects with its position, as a browser does. */
export class StreamWatcher {
  private readonly listener: Listener;
  private isOver = false;
  private running: Promise<void> | undefined;
  private seenEvents = 0;
  private resetMs = 0;
  private reconnects = -1;

  constructor(
    private readonly place: Place,
    { token }: Caller,
  ) {
    this.listener = new Listener({ Authorization: `Bearer ${token}` });
  }

  /** Resolves when the stream is open. */
  async begin(): Promise<void> {
    this.running = this.run();
    await until(() => this.listener.lastEventId);
  }

  async end(): Promise<void> {
    this.isOver = true;
    this.listener.disconnect();
    await this.running;
  }

  /** How often the stream was interrupted, and how many resets it had. */
  get figures(): { reconnects: number; resets: number } {
    const resets = this.listener.received.filter(({ name }) => name === 'reset').length;
    return { reconnects: this.reconnects, resets };
  }

  /** Ids of posts that it neither received nor has fetched after a later `reset`. */
  missed(posts: readonly AcknowledgedPost[]): string[] {
    const received = new Set(
      this.listener.received
        .filter(({ name }) => name === 'post.created')
        .map(({ data }) => (data as { _id: string })._id),
    );
    return posts
      .filter(({ id, atMs }) => !received.has(id) && atMs > this.resetMs)
      .map(({ id }) => id);
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      try {
        await this.listener.connect(this.place);
        if (this.listener.status === 200) this.reconnects += 1;
        else this.listener.disconnect();
      } catch {
        // The front or all servers are away.
      }
      while (!this.hasEnded()) {
        await delay(RECONNECT_MS);
        this.noteResets();
      }
      await delay(RECONNECT_MS);
    }
  }

  /** A method, because the compiler takes the field for unchanged across an await. */
  private hasEnded(): boolean {
    return this.isOver || this.listener.hasEnded;
  }

  private noteResets(): void {
    const fresh = this.listener.received.slice(this.seenEvents);
    this.seenEvents += fresh.length;
    if (fresh.some(({ name }) => name === 'reset')) this.resetMs = performance.now();
  }
}
