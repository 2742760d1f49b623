import type { LiveEventName, LiveEvents } from '@kickoff/contracts';

import { toStateKey } from '../football/match-state.js';
import type { MatchVisibility } from '../football/viewpoints/match-visibility.js';
import type {
  LiveAudience,
  LiveEventMessage,
  LiveMessage,
  NotificationPayload,
} from '../live/live-message.js';
import type { WordMatcher } from '../people/muted-words/word-matcher.js';
import type { Heartbeat } from './heartbeat.js';
import type { SseConnection } from './sse-connection.js';
import type { ThreadWatch } from './thread-watch.js';

/**
 * A connection of a slow reader is destroyed beyond this. More missed events, which are written at
 * once, are replaced by a reset.
 */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** Formatted events by message, shared by all streams. */
const formattedEvents = new WeakMap<LiveMessage, Uint8Array>();

/** Formats a `reset`: the client must reload its state and resume from this position. */
export function formatReset(position: string): Uint8Array {
  return Buffer.from(`id: ${position}\nevent: reset\ndata: {}\n\n`);
}

/** Fans hidden from a fan, muted words, fans followed by a fan, and matches that the fan sees live. */
export interface Visibility {
  hidden: ReadonlySet<string>;
  words: WordMatcher;
  followed: ReadonlySet<string>;
  matches: MatchVisibility;
}

type MatchChange = Extract<LiveEventMessage, { name: 'match.changed' }>;

/** One open stream of a fan: writes the messages visible to the fan, in order and once. */
export class EventStream {
  /** Messages received while the fan's visibility is being loaded. */
  private buffer: LiveMessage[] | undefined = [];
  /** Whether the head of the response is sent: nothing may be written before it. */
  private hasStarted = false;
  /** A reset that is due before the start. */
  private pendingReset: Uint8Array | undefined;
  /** Collects what is sent, until it is known whether missed events fit. */
  private collected: Uint8Array[] | undefined;
  /** States of matches as the fan sees them that were sent last: several instances detect a change. */
  private readonly sentStates = new Map<string, string>();

  constructor(
    readonly id: string,
    readonly fanId: string,
    readonly sessionId: string,
    private readonly connection: SseConnection,
    readonly watch?: ThreadWatch,
  ) {}

  /**
   * Starts writing: missed messages first, then the buffered ones. One reset replaces missed
   * notifications of matches that are not live for the fan now, and messages that are too many.
   *
   * @param position the resume position before the first message
   * @param missed messages since the client's last position; undefined if unknown
   */
  start(
    position: string,
    missed: readonly LiveMessage[] | undefined,
    visibility: Visibility,
  ): void {
    if (missed) this.writeMissed(missed, visibility);
    else this.send(formatReset(position));
    // Without this line the client would have no position before the first event.
    if (missed?.length === 0) this.send(Buffer.from(`id: ${position}\n\n`));
    const sentIds = new Set(missed?.map(({ id }) => id));
    this.hasStarted = true;
    if (this.pendingReset) this.send(this.pendingReset);
    this.resume(visibility, sentIds);
  }

  deliver(message: LiveMessage, visibility: Visibility): void {
    if (this.buffer) this.buffer.push(message);
    else this.write(message, visibility);
  }

  /** Buffers messages until `resume`, as a stream does before `start`. */
  pause(): void {
    this.buffer ??= [];
  }

  resume(visibility: Visibility, sentIds: ReadonlySet<string> = new Set()): void {
    if (!this.hasStarted) return;
    const buffered = this.buffer ?? [];
    this.buffer = undefined;
    for (const message of buffered) if (!sentIds.has(message.id)) this.write(message, visibility);
  }

  sendHeartbeat({ withPosition, withoutPosition }: Heartbeat): void {
    if (this.hasStarted) this.send(this.buffer ? withoutPosition : withPosition);
  }

  sendReset(text: Uint8Array): void {
    if (this.hasStarted) this.send(text);
    else this.pendingReset = text;
  }

  /** Sends a row of a thread that is not on the bus now, so it has no position to resume from. */
  sendRow(data: LiveEvents['thread.row']): void {
    if (this.hasStarted) this.send(formatEvent('', 'thread.row', data));
  }

  end(): void {
    this.connection.end();
  }

  private writeMissed(missed: readonly LiveMessage[], visibility: Visibility): void {
    const texts: Uint8Array[] = [];
    this.collected = texts;
    let isComplete = true;
    for (const message of missed) {
      if (this.isUnseen(message, visibility)) isComplete = false;
      else this.write(message, visibility);
    }
    this.collected = undefined;
    const fits = texts.reduce((sum, { length }) => sum + length, 0) <= MAX_BUFFERED_BYTES;
    if (fits) for (const text of texts) this.send(text);
    const newest = missed.at(-1);
    if (newest && !(fits && isComplete)) this.send(formatReset(newest.id));
  }

  /** Whether a message is the fan's notification of a match that is not live for the fan. */
  private isUnseen({ body }: LiveMessage, { matches }: Visibility): boolean {
    if (body.kind !== 'notification' || body.ids[this.fanId] === undefined) return false;
    const { kind, target } = body.notification;
    return (kind === 'team' || kind === 'match') && matches.isLive(target.id) !== true;
  }

  private write(message: LiveMessage, visibility: Visibility): void {
    const { id, body } = message;
    if (body.kind === 'notification') {
      const _id = body.ids[this.fanId];
      // A fan may have been blocked or muted during the write.
      if (_id !== undefined && !hasHiddenActor(body.notification, visibility.hidden))
        this.send(formatEvent(id, 'notification', { ...body.notification, _id }));
      return;
    }
    if (body.kind === 'reset') {
      if (body.fanId === this.fanId) this.send(formatReset(id));
      return;
    }
    if (body.kind === 'event' && body.name === 'thread.row') {
      this.writeRow(message, body, visibility);
      return;
    }
    if (body.kind !== 'event' || !this.isVisible(body.audience, visibility)) return;
    if (body.name === 'match.changed' && !this.isDue(body, visibility)) return;
    this.sendShared(message, body.name, body.data);
  }

  private writeRow(
    message: LiveMessage,
    { data, audience }: Extract<LiveEventMessage, { name: 'thread.row' }>,
    visibility: Visibility,
  ): void {
    if (audience.to !== 'watchersOf') return;
    const row = this.watch?.toShown(data.row, audience, visibility);
    if (row === data.row) this.sendShared(message, 'thread.row', data);
    else if (row) this.send(formatEvent(message.id, 'thread.row', { ...data, row }));
  }

  /** Sends an event in the form that all streams share. */
  private sendShared(message: LiveMessage, name: LiveEventName, data: unknown): void {
    const text = formattedEvents.get(message) ?? formatEvent(message.id, name, data);
    formattedEvents.set(message, text);
    this.send(text);
  }

  private isVisible(audience: LiveAudience, { hidden, words, followed }: Visibility): boolean {
    switch (audience.to) {
      case 'everyone':
        return true;
      case 'fans':
        return audience.fanIds.includes(this.fanId);
      case 'viewer':
        return audience.fanId === this.fanId;
      case 'readersOf':
        return (
          !hidden.has(audience.fanId) &&
          (audience.among?.includes(this.fanId) ?? true) &&
          (audience.fanId === this.fanId || !words.hides(audience.texts ?? []))
        );
      case 'followersOf':
        return followed.has(audience.fanId) && !hidden.has(audience.fanId);
      case 'watchersOf':
        // Only rows of threads, which `writeRow` filters.
        return false;
    }
  }

  /** Whether a change of a match is at the fan's moment, and new. */
  private isDue({ audience, data: { match } }: MatchChange, { matches }: Visibility): boolean {
    const { isLive, past, seenToEnd } = matches;
    // A correction comes at the fan's moment, as this fan sees the match.
    if (audience.to !== 'viewer') return isLive(match.id) === true && !seenToEnd.has(match.id);
    const state = toStateKey(match);
    const isPast = past.has(match.id) || seenToEnd.has(match.id);
    if (!isPast || this.sentStates.get(match.id) === state) return false;
    this.sentStates.set(match.id, state);
    return true;
  }

  private send(text: Uint8Array): void {
    if (this.collected) {
      this.collected.push(text);
      return;
    }
    if (this.connection.isClosed) return;
    this.connection.write(text);
    if (this.connection.bufferedBytes > MAX_BUFFERED_BYTES) this.connection.destroy();
  }
}

function hasHiddenActor({ actors }: NotificationPayload, hidden: ReadonlySet<string>): boolean {
  return actors.some(({ _id }) => hidden.has(_id));
}

function formatEvent(id: string, name: LiveEventName, data: unknown): Uint8Array {
  // JSON.stringify emits no line breaks, so the data fits one SSE line.
  const position = id === '' ? '' : `id: ${id}\n`;
  return Buffer.from(`${position}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
