import type { LiveEventName } from '@kickoff/contracts';

import type { LiveAudience, LiveMessage } from '../live/live-message.js';

/** What is written may wait this long for a client that reads slowly; then it is dropped. */
const MAX_WAITING_BYTES = 256 * 1024;

/** Where a stream is written to: of an answer as much as it takes. */
export interface Outlet {
  readonly writableLength: number;
  readonly writableEnded: boolean;
  readonly destroyed: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(text: string): unknown;
  end(): unknown;
  destroy(): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** What is said of a message, written once for however many streams. */
const texts = new WeakMap<LiveMessage, string>();

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
    private readonly response: Outlet,
  ) {}

  /**
   * Begins to write: first where the stream stands, then what came meanwhile.
   *
   * @param position where the client stands before the first message
   * @param missed what came since the client was here last; undefined where that cannot be told
   */
  begin(position: string, missed: readonly LiveMessage[] | undefined, ties: Ties): void {
    if (missed) for (const message of missed) this.write(message, ties);
    else this.send(`id: ${position}\nevent: reset\ndata: {}\n\n`);
    // Without a line of its own the client would not know where it stands before the first event.
    if (missed?.length === 0) this.send(`id: ${position}\n\n`);
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
  beat(position: string): void {
    this.send(this.waiting ? ': \n\n' : `id: ${position}\n\n`);
  }

  reset(position: string): void {
    this.send(`id: ${position}\nevent: reset\ndata: {}\n\n`);
  }

  end(): void {
    this.response.end();
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

  private send(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.write(text);
    if (this.response.writableLength > MAX_WAITING_BYTES) this.response.destroy();
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

function textOf(id: string, name: LiveEventName, data: unknown): string {
  // JSON has no line breaks of its own, so the data is one line whatever is in it.
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
