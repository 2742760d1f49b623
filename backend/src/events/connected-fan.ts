import { ALL_LIVE } from '../football/viewpoints/match-visibility.js';
import type { LiveMessage } from '../live/live-message.js';
import { WordMatcher } from '../people/muted-words/word-matcher.js';
import type { EventStream, Visibility } from './event-stream.js';
import type { ThreadWatch } from './thread-watch.js';

const MAX_STREAMS_OF_A_FAN = 5;

/** The open streams of one fan on this instance, with what the fan may see. */
export class ConnectedFan {
  readonly streams = new Set<EventStream>();
  visibility: Visibility = {
    hidden: new Set(),
    words: new WordMatcher([]),
    followed: new Set(),
    matches: ALL_LIVE,
  };
  /** Grows with each change: a load that started before the last change is discarded. */
  revision = 0;
  /**
   * Streams of the fan on all instances, opened since the oldest one here, oldest first. Each
   * instance ends its own streams when newer ones exceed the limit.
   */
  private opened: string[] = [];

  deliver(message: LiveMessage): void {
    for (const stream of this.streams) stream.deliver(message, this.visibility);
  }

  /** @param text of `formatReset` */
  sendReset(text: Uint8Array): void {
    for (const stream of this.streams) stream.sendReset(text);
  }

  watches(): ThreadWatch[] {
    return [...this.streams].flatMap(({ watch }) => watch ?? []);
  }

  /** Counts a stream of any instance, and ends those of this one beyond the limit. */
  registerOpened(streamId: string): void {
    this.opened.push(streamId);
    const surplus = this.opened.splice(0, Math.max(0, this.opened.length - MAX_STREAMS_OF_A_FAN));
    for (const stream of this.streams) if (surplus.includes(stream.id)) stream.end();
  }

  unregisterClosed(streamId: string): void {
    this.opened = this.opened.filter((id) => id !== streamId);
  }

  /** Counts only the streams here: those of other instances are unknown. */
  forgetOtherInstances(): void {
    this.opened = [...this.streams].map(({ id }) => id);
  }
}
