import { randomBytes } from 'node:crypto';

import { RETENTION_MS, LiveBus, type LiveListener } from './live-bus.js';
import type { LiveMessage } from './live-message.js';

/** Bounds of the retained messages. */
const MAX_MESSAGES = 50_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Estimated overhead of a message in addition to its JSON. */
const MESSAGE_OVERHEAD_BYTES = 200;

interface StoredMessage {
  number: number;
  atMs: number;
  bytes: number;
  body: LiveMessage['body'];
}

/** In-process bus for a single instance. Ids contain a process id, because a restart loses all messages. */
export class MemoryBus extends LiveBus {
  private readonly epoch = randomBytes(6).toString('hex');
  private readonly listeners: LiveListener[] = [];
  private stored: StoredMessage[] = [];
  private last = 0;
  private bytes = 0;

  constructor(private readonly nowMs: () => number) {
    super();
  }

  publish(body: LiveMessage['body']): Promise<void> {
    this.last += 1;
    const bytes = MESSAGE_OVERHEAD_BYTES + JSON.stringify(body).length;
    this.bytes += bytes;
    this.stored.push({ number: this.last, atMs: this.nowMs(), bytes, body });
    this.evictOld();
    const message = { id: this.formatId(this.last), body };
    for (const listener of this.listeners) listener.onMessage(message);
    return Promise.resolve();
  }

  position(): string {
    return this.formatId(this.last);
  }

  since(id: string): Promise<LiveMessage[] | undefined> {
    const [, epoch, digits = ''] = /^([0-9a-f]{12})-(\d{1,15})$/.exec(id) ?? [];
    const number = Number(digits);
    const isKnown = epoch === this.epoch && number <= this.last;
    this.evictOld();
    // The message after `id` must still be stored, unless there is none.
    const oldest = this.stored[0]?.number ?? this.last + 1;
    if (!isKnown || number < oldest - 1) return Promise.resolve(undefined);
    const messages = this.stored
      .slice(number - oldest + 1)
      .map(({ number: at, body }) => ({ id: this.formatId(at), body }));
    return Promise.resolve(messages);
  }

  subscribe(listener: LiveListener): void {
    this.listeners.push(listener);
  }

  close(): Promise<void> {
    this.listeners.length = 0;
    return Promise.resolve();
  }

  private formatId(number: number): string {
    return `${this.epoch}-${number}`;
  }

  private evictOld(): void {
    const tooOld = this.nowMs() - RETENTION_MS;
    const surplus = this.stored.length - MAX_MESSAGES;
    const surplusBytes = this.bytes - MAX_BYTES;
    // In batches, so that a busy process does not copy the list with every message.
    const oldest = this.stored[0];
    const isRoomy = surplus <= MAX_MESSAGES / 10 && surplusBytes <= MAX_BYTES / 10;
    if (!oldest || (oldest.atMs > tooOld && isRoomy)) return;
    let count = 0;
    let bytes = 0;
    for (const { atMs, bytes: size } of this.stored) {
      if (atMs > tooOld && count >= surplus && bytes >= surplusBytes) break;
      count += 1;
      bytes += size;
    }
    this.stored = this.stored.slice(count);
    this.bytes -= bytes;
  }
}
