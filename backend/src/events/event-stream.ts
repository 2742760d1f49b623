import type { LiveEventName } from '@kickoff/contracts';

import type { LiveAudience, LiveMessage } from '../live/live-message.js';
import type { Outlet } from './outlet.js';

/** What is written may wait this long for a client that reads slowly; then it is dropped. */
const MAX_WAITING_BYTES = 256 * 1024;

/** What is said of a message, written once for however many streams. */
const texts = new WeakMap<LiveMessage, Uint8Array>();

/** A sign of life, for streams that have said all they heard and for those that hold something back. */
export interface Beat {
  placed: Uint8Array;
  bare: Uint8Array;
}

/** Named, because a browser tells its page of nothing else. */
export function beatAt(position: string): Beat {
  const text = 'event: heartbeat\ndata: {}\n\n';
  return { placed: Buffer.from(`id: ${position}\n${text}`), bare: Buffer.from(text) };
}

/** Tells a client that stands here that it has to begin anew. */
export function resetAt(position: string): Uint8Array {
  return Buffer.from(`id: ${position}\nevent: reset\ndata: {}\n\n`);
}

/** Whom a fan does not see, and whom the fan follows. */
export interface Ties {
  hidden: ReadonlySet<string>;
  followed: ReadonlySet<string>;
}

/** One open connection of a fan: writes what this fan may know, in order, each message once. */
export class EventStream {
  /** Messages that wait until it is known what the fan may see. */
  private waiting: LiveMessage[] | undefined = [];
  private hasBegun = false;

  constructor(
    readonly id: string,
    readonly fanId: string,
    readonly sessionId: string,
    private readonly outlet: Outlet,
  ) {}

  /**
   * Begins to write: first where the stream stands, then what came meanwhile.
   *
   * @param position where the client stands before the first message
   * @param missed what came since the client was here last; undefined where that cannot be told
   */
  begin(position: string, missed: readonly LiveMessage[] | undefined, ties: Ties): void {
    if (missed) for (const message of missed) this.write(message, ties);
    else this.send(resetAt(position));
    // Without a line of its own the client would not know where it stands before the first event.
    if (missed?.length === 0) this.send(Buffer.from(`id: ${position}\n\n`));
    const heard = new Set(missed?.map(({ id }) => id));
    this.hasBegun = true;
    this.resume(ties, heard);
  }

  hear(message: LiveMessage, ties: Ties): void {
    if (this.waiting) this.waiting.push(message);
    else this.write(message, ties);
  }

  /** Keeps messages back until `resume`; so does a stream that has not begun. */
  pause(): void {
    this.waiting ??= [];
  }

  resume(ties: Ties, heard: ReadonlySet<string> = new Set()): void {
    if (!this.hasBegun) return;
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    for (const message of waiting) if (!heard.has(message.id)) this.write(message, ties);
  }

  /** Shows that the connection lives, and where it stands when nothing else was to be said. */
  beat({ placed, bare }: Beat): void {
    this.send(this.waiting ? bare : placed);
  }

  reset(text: Uint8Array): void {
    this.send(text);
  }

  end(): void {
    this.outlet.end();
  }

  private write(message: LiveMessage, ties: Ties): void {
    const { id, body } = message;
    if (body.kind === 'notice') {
      const _id = body.ids[this.fanId];
      if (_id !== undefined) this.send(textOf(id, 'notification', { ...body.notice, _id }));
      return;
    }
    if (body.kind !== 'news' || !mayKnow(body.audience, ties)) return;
    const text = texts.get(message) ?? textOf(id, body.name, body.data);
    texts.set(message, text);
    this.send(text);
  }

  private send(text: Uint8Array): void {
    if (this.outlet.isClosed) return;
    this.outlet.write(text);
    if (this.outlet.waitingBytes > MAX_WAITING_BYTES) this.outlet.drop();
  }
}

function mayKnow(audience: LiveAudience, { hidden, followed }: Ties): boolean {
  switch (audience.to) {
    case 'everyone':
      return true;
    case 'readersOf':
      return !hidden.has(audience.fanId);
    case 'followersOf':
      return followed.has(audience.fanId) && !hidden.has(audience.fanId);
  }
}

function textOf(id: string, name: LiveEventName, data: unknown): Uint8Array {
  // JSON has no line breaks of its own, so the data is one line whatever is in it.
  return Buffer.from(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
