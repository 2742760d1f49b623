import { randomBytes } from 'node:crypto';

import { KEPT_MS, LiveBus, type LiveListener } from './live-bus.js';
import type { LiveMessage } from './live-message.js';

/** However much happens, the process keeps no more than this. */
const KEPT_MESSAGES = 50_000;
const KEPT_BYTES = 32 * 1024 * 1024;
/** What a message costs beside its text. */
const MESSAGE_BYTES = 200;

interface Kept {
  number: number;
  atMs: number;
  bytes: number;
  body: LiveMessage['body'];
}

/** Within this process: for a server that runs alone. Its ids name the process, for its end loses what it kept. */
export class MemoryBus extends LiveBus {
  private readonly epoch = randomBytes(6).toString('hex');
  private readonly listeners: LiveListener[] = [];
  private kept: Kept[] = [];
  private last = 0;
  private bytes = 0;

  constructor(private readonly nowMs: () => number) {
    super();
  }

  publish(body: LiveMessage['body']): Promise<void> {
    this.last += 1;
    const bytes = MESSAGE_BYTES + JSON.stringify(body).length;
    this.bytes += bytes;
    this.kept.push({ number: this.last, atMs: this.nowMs(), bytes, body });
    this.forgetOld();
    const message = { id: this.idOf(this.last), body };
    for (const listener of this.listeners) listener.hear(message);
    return Promise.resolve();
  }

  position(): string {
    return this.idOf(this.last);
  }

  since(id: string): Promise<LiveMessage[] | undefined> {
    const [, epoch, digits = ''] = /^([0-9a-f]{12})-(\d{1,15})$/.exec(id) ?? [];
    const number = Number(digits);
    const isKnown = epoch === this.epoch && number <= this.last;
    this.forgetOld();
    // The message after it has to be there still, unless there is none.
    const oldest = this.kept[0]?.number ?? this.last + 1;
    if (!isKnown || number < oldest - 1) return Promise.resolve(undefined);
    const messages = this.kept
      .slice(number - oldest + 1)
      .map((kept) => ({ id: this.idOf(kept.number), body: kept.body }));
    return Promise.resolve(messages);
  }

  listen(listener: LiveListener): void {
    this.listeners.push(listener);
  }

  close(): Promise<void> {
    this.listeners.length = 0;
    return Promise.resolve();
  }

  private idOf(number: number): string {
    return `${this.epoch}-${number}`;
  }

  private forgetOld(): void {
    const tooOld = this.nowMs() - KEPT_MS;
    const surplus = this.kept.length - KEPT_MESSAGES;
    const surplusBytes = this.bytes - KEPT_BYTES;
    // In batches, so that a busy process does not copy the list with every message.
    const oldest = this.kept[0];
    const isRoomy = surplus <= KEPT_MESSAGES / 10 && surplusBytes <= KEPT_BYTES / 10;
    if (!oldest || (oldest.atMs > tooOld && isRoomy)) return;
    let count = 0;
    let bytes = 0;
    for (const { atMs, bytes: size } of this.kept) {
      if (atMs > tooOld && count >= surplus && bytes >= surplusBytes) break;
      count += 1;
      bytes += size;
    }
    this.kept = this.kept.slice(count);
    this.bytes -= bytes;
  }
}
