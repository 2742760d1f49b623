import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

import { Unavailable } from '../common/errors/coded-errors.js';
import { LogThrottle } from '../common/logging/log-throttle.js';
import { RETENTION_MS, LiveBus, type LiveListener } from './live-bus.js';
import type { LiveMessage } from './live-message.js';

/** The Redis stream of all messages; Redis assigns the ids. */
const STREAM = 'kickoff:live';
/** Random id of the stream's contents: a Redis that lost its data, or never got a message, gets another one. */
const GENERATION = 'kickoff:live:generation';
const ONCE = 'kickoff:live:once:';
/** Instances detect the same event within a few seconds. */
const ONCE_MS = 10_000;
const READ_MS = 5_000;
const RETRY_MS = 1_000;
/** A message that cannot be sent within this time is dropped, never queued. */
const PUBLISH_MS = 3_000;

const POSITION = /^([0-9a-f]{12})\.(\d{1,15}-\d{1,10})$/;

type Entry = [id: string, fields: string[]];

interface Cursor {
  generation: string;
  id: string;
}

/** Redis bus for several instances: each reads the same stream from its own cursor. */
export class RedisBus extends LiveBus {
  private readonly listeners: LiveListener[] = [];
  private readonly commands: Redis;
  private readonly reader: Redis;
  private closing = false;
  private readonly faults = new LogThrottle();
  private readonly losses = new LogThrottle();
  /** Whether a message of this instance is missing in the stream, which no instance has reset its listeners for. */
  private isIncomplete = false;
  /** Undefined until the first connection. */
  private cursor: Cursor | undefined;

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
      if (onceKey !== undefined && !(await this.claimOnce(onceKey))) return;
      const oldest = Date.now() - RETENTION_MS;
      await this.commands.xadd(STREAM, 'MINID', '~', oldest, '*', 'm', JSON.stringify(body));
    } catch (error) {
      // The write has succeeded; the next fetch shows it, and listeners are reset to make one.
      this.isIncomplete = true;
      this.losses.run((count) =>
        this.logger.warn({ event: 'live_event_lost', message: String(error), count }),
      );
    }
  }

  position(): string {
    const { cursor } = this;
    if (!cursor) throw new Unavailable('Live news are not available. Please try again.');
    return `${cursor.generation}.${cursor.id}`;
  }

  async since(position: string): Promise<LiveMessage[] | undefined> {
    const { cursor } = this;
    const [, generation, id = ''] = POSITION.exec(position) ?? [];
    if (!cursor || generation !== cursor.generation) return undefined;
    // A position that this instance has not reached yet cannot be resumed here.
    if (Number(id.split('-')[0]) < Date.now() - RETENTION_MS || isAfter(id, cursor.id)) {
      return id === cursor.id ? [] : undefined;
    }
    try {
      const entries = await this.commands.xrange(STREAM, `(${id}`, cursor.id);
      return entries.map((entry) => parseMessage(generation, entry));
    } catch (error) {
      this.logFault(error);
      return undefined;
    }
  }

  subscribe(listener: LiveListener): void {
    this.listeners.push(listener);
  }

  close(): Promise<void> {
    this.closing = true;
    this.listeners.length = 0;
    this.commands.disconnect();
    this.reader.disconnect();
    return Promise.resolve();
  }

  private async claimOnce(onceKey: string): Promise<boolean> {
    return (await this.commands.set(`${ONCE}${onceKey}`, 1, 'PX', ONCE_MS, 'NX')) === 'OK';
  }

  /** Reads from the cursor until closed; restarts at the end of the stream if Redis lost its data. */
  private async read(): Promise<void> {
    while (!this.closing) {
      try {
        const { generation, id } = await this.resolveCursor();
        const answer = await this.reader.xread('BLOCK', READ_MS, 'STREAMS', STREAM, id);
        for (const [, entries] of answer ?? []) {
          for (const entry of entries) {
            this.cursor = { generation, id: entry[0] };
            for (const listener of this.listeners)
              listener.onMessage(parseMessage(generation, entry));
          }
        }
      } catch (error) {
        await this.delayAfter(error);
      }
    }
  }

  private async delayAfter(error: unknown): Promise<void> {
    if (this.closing) return;
    this.logFault(error);
    await delay(RETRY_MS);
  }

  /** Throttled: both connections report the same outage on each retry. */
  private logFault(error: unknown): void {
    this.faults.run((count) =>
      this.logger.warn({ event: 'live_bus_failed', message: String(error), count }),
    );
  }

  /** Returns the cursor, or the end of the stream if its generation has changed. */
  private async resolveCursor(): Promise<Cursor> {
    const fresh = randomBytes(6).toString('hex');
    // Not before this instance can publish again: it would lose more and renew it for each.
    if (this.isIncomplete && this.commands.status === 'ready') await this.renewGeneration(fresh);
    else await this.reader.setnx(GENERATION, fresh);
    const generation = (await this.reader.get(GENERATION)) ?? fresh;
    if (this.cursor?.generation === generation) return this.cursor;

    const hasLost = this.cursor !== undefined;
    const [newest] = await this.reader.xrevrange(STREAM, '+', '-', 'COUNT', 1);
    this.cursor = { generation, id: newest?.[0] ?? `${Date.now()}-0` };
    if (hasLost) for (const listener of this.listeners) listener.onGap();
    return this.cursor;
  }

  /**
   * Makes all instances reset their listeners. They may have done so for the same outage already, because
   * each connection returns at its own time.
   */
  private async renewGeneration(fresh: string): Promise<void> {
    this.isIncomplete = false;
    try {
      await this.reader.set(GENERATION, fresh);
    } catch (error) {
      this.isIncomplete = true;
      throw error;
    }
  }
}

function parseMessage(generation: string, [id, fields]: Entry): LiveMessage {
  // Written by `publish` of this class, in this release or another one running at the same time.
  const body = JSON.parse(fields[1] ?? '{}') as LiveMessage['body'];
  return { id: `${generation}.${id}`, body };
}

function isAfter(one: string, other: string): boolean {
  const [oneMs = 0, oneNumber = 0] = one.split('-').map(Number);
  const [otherMs = 0, otherNumber = 0] = other.split('-').map(Number);
  return oneMs > otherMs || (oneMs === otherMs && oneNumber > otherNumber);
}
