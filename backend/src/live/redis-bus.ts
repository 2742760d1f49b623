import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

import { Unavailable } from '../common/errors/coded-errors.js';
import { LogThrottle } from '../common/logging/log-throttle.js';
import { KEPT_MS, LiveBus, type LiveListener } from './live-bus.js';
import type { LiveMessage } from './live-message.js';

/** One Redis stream holds all messages; Redis numbers them. */
const STREAM = 'kickoff:live';
/** Names what Redis remembers: a Redis that lost its memory has another one. */
const GENERATION = 'kickoff:live:generation';
const ONCE = 'kickoff:live:once:';
/** Instances notice the same thing within a few seconds. */
const ONCE_MS = 10_000;
const READ_MS = 5_000;
const RETRY_MS = 1_000;
/** A message that cannot be sent now is dropped, never queued: it would be old news. */
const PUBLISH_MS = 3_000;

const POSITION = /^([0-9a-f]{12})\.(\d{1,15}-\d{1,10})$/;

type Entry = [id: string, fields: string[]];

interface Standing {
  generation: string;
  id: string;
}

/** Over Redis, for several instances: each reads the same stream from where it stands. */
export class RedisBus extends LiveBus {
  private readonly listeners: LiveListener[] = [];
  private readonly commands: Redis;
  private readonly reader: Redis;
  private closing = false;
  private readonly faults = new LogThrottle();
  private readonly losses = new LogThrottle();
  /** Undefined until Redis has been reached for the first time. */
  private standing: Standing | undefined;

  constructor(
    url: string,
    private readonly logger: Logger,
  ) {
    super();
    const options = { lazyConnect: false, commandTimeout: undefined, maxRetriesPerRequest: null };
    this.commands = new Redis(url, {
      ...options,
      commandTimeout: PUBLISH_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    this.reader = new Redis(url, options);
    for (const connection of [this.commands, this.reader]) {
      connection.on('error', (error) => this.logFault(error));
    }
    void this.read();
  }

  async publish(body: LiveMessage['body'], onceKey?: string): Promise<void> {
    try {
      if (onceKey !== undefined && !(await this.isFirst(onceKey))) return;
      const oldest = Date.now() - KEPT_MS;
      await this.commands.xadd(STREAM, 'MINID', '~', oldest, '*', 'm', JSON.stringify(body));
    } catch (error) {
      // The write it tells of is done; whoever misses the news sees it with the next fetch.
      this.losses.run((count) =>
        this.logger.warn({ event: 'liveNewsLost', message: String(error), count }),
      );
    }
  }

  position(): string {
    const { standing } = this;
    if (!standing) throw new Unavailable('Live news are not available. Please try again.');
    return `${standing.generation}.${standing.id}`;
  }

  async since(position: string): Promise<LiveMessage[] | undefined> {
    const { standing } = this;
    const [, generation, id = ''] = POSITION.exec(position) ?? [];
    if (!standing || generation !== standing.generation) return undefined;
    // One that this instance has not come to yet is as unknown as one of the future.
    if (Number(id.split('-')[0]) < Date.now() - KEPT_MS || isAfter(id, standing.id)) {
      return id === standing.id ? [] : undefined;
    }
    const entries = await this.commands.xrange(STREAM, `(${id}`, standing.id);
    return entries.map((entry) => messageOf(generation, entry));
  }

  listen(listener: LiveListener): void {
    this.listeners.push(listener);
  }

  close(): Promise<void> {
    this.closing = true;
    this.listeners.length = 0;
    this.commands.disconnect();
    this.reader.disconnect();
    return Promise.resolve();
  }

  private async isFirst(onceKey: string): Promise<boolean> {
    return (await this.commands.set(`${ONCE}${onceKey}`, 1, 'PX', ONCE_MS, 'NX')) === 'OK';
  }

  /** Reads on from where it stands, for ever; in a Redis that forgot its stream it begins anew. */
  private async read(): Promise<void> {
    while (!this.closing) {
      try {
        const { generation, id } = await this.stand();
        const answer = await this.reader.xread('BLOCK', READ_MS, 'STREAMS', STREAM, id);
        for (const [, entries] of answer ?? []) {
          for (const entry of entries) {
            this.standing = { generation, id: entry[0] };
            for (const listener of this.listeners) listener.hear(messageOf(generation, entry));
          }
        }
      } catch (error) {
        await this.waitAfter(error);
      }
    }
  }

  private async waitAfter(error: unknown): Promise<void> {
    if (this.closing) return;
    this.logFault(error);
    await delay(RETRY_MS);
  }

  /** Both connections report the same outage with every try. */
  private logFault(error: unknown): void {
    this.faults.run((count) =>
      this.logger.warn({ event: 'liveBusFault', message: String(error), count }),
    );
  }

  /** Where to read on: where it stood, or at the end of a stream that is not the one it knew. */
  private async stand(): Promise<Standing> {
    const fresh = randomBytes(6).toString('hex');
    await this.reader.setnx(GENERATION, fresh);
    const generation = (await this.reader.get(GENERATION)) ?? fresh;
    if (this.standing?.generation === generation) return this.standing;

    const hasLost = this.standing !== undefined;
    const [newest] = await this.reader.xrevrange(STREAM, '+', '-', 'COUNT', 1);
    this.standing = { generation, id: newest?.[0] ?? `${Date.now()}-0` };
    if (hasLost) for (const listener of this.listeners) listener.lose();
    return this.standing;
  }
}

function messageOf(generation: string, [id, fields]: Entry): LiveMessage {
  // Written by `publish` of this very class, of this version or the one beside it.
  const body = JSON.parse(fields[1] ?? '{}') as LiveMessage['body'];
  return { id: `${generation}.${id}`, body };
}

function isAfter(one: string, other: string): boolean {
  const [oneMs = 0, oneNumber = 0] = one.split('-').map(Number);
  const [otherMs = 0, otherNumber = 0] = other.split('-').map(Number);
  return oneMs > otherMs || (oneMs === otherMs && oneNumber > otherNumber);
}
