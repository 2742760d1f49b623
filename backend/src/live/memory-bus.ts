import { randomBytes } from 'node:crypto';

import { LiveBus, type LiveListener } from './live-bus.js';
import type { LiveMessage } from './live-message.js';
import { MessageLog } from './message-log.js';

/** In-process bus for a single instance. Ids contain a process id, because a restart loses all messages. */
export class MemoryBus extends LiveBus {
  private readonly epoch = randomBytes(6).toString('hex');
  private readonly listeners: LiveListener[] = [];
  private readonly log = new MessageLog();

  constructor(private readonly nowMs: () => number) {
    super();
  }

  publish(body: LiveMessage['body']): Promise<void> {
    const message = { id: this.formatId(this.log.add(body, this.nowMs())), body };
    for (const listener of this.listeners) listener.onMessage(message);
    return Promise.resolve();
  }

  position(): string {
    return this.formatId(this.log.lastNumber);
  }

  since(id: string): Promise<LiveMessage[] | undefined> {
    const [, epoch, digits = ''] = /^([0-9a-f]{12})-(\d{1,15})$/.exec(id) ?? [];
    if (epoch !== this.epoch) return Promise.resolve(undefined);
    const messages = this.log.after(Number(digits), this.nowMs());
    return Promise.resolve(
      messages?.map(({ number, body }) => ({ id: this.formatId(number), body })),
    );
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
}
