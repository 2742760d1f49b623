import type { LiveEventName } from '@kickoff/contracts';
import { callApi, type LiveEvent } from '@kickoff/web';

type DataEvent = Extract<LiveEvent, { data: unknown }>;

/** Every event, with a field that each valid one has. */
const EVENTS: readonly (readonly [LiveEventName, string])[] = [
  ['post.created', 'user'],
  ['post.changed', 'likesCount'],
  ['story.created', 'user'],
  ['match.changed', 'match'],
  ['viewpoint.changed', 'mode'],
  ['thread.row', 'row'],
  ['notification', 'kind'],
];

/** The server sends a heartbeat every 25 s: after this silence the connection counts as lost. */
const SILENCE_MS = 60_000;
const MIN_BACKOFF_MS = 400;
const MAX_BACKOFF_MS = 30_000;
/** A stream open for this long resets the backoff when it closes. */
const STABLE_MS = 10_000;
/** A stream that was refused with its watched matches and accepted without tries them again. */
const REWATCH_MS = 30_000;

export interface StreamListener {
  onEvent: (event: LiveEvent) => void;
  /** Reports the resume position, before the event at that position. */
  onPosition: (id: string) => void;
  onState: (isOn: boolean) => void;
}

/** The event stream. Reconnects with exponential backoff and jitter. */
export class LiveStream {
  private source: EventSource | undefined;
  private openedAt = 0;
  /** When the stream was opened or last received anything. */
  private receivedAtMs = 0;
  private failures = 0;
  private backoffTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private rewatchTimer: ReturnType<typeof setTimeout> | undefined;
  /** The matches in the address of the open stream. */
  private requested: readonly string[] = [];
  /** Whether the last attempt with watched matches was refused: one of them may be gone. */
  private isWatchRefused = false;

  /**
   * @param lastEventId the resume position, from this tab or another
   * @param watched ids of the matches whose thread rows the stream carries
   */
  constructor(
    private lastEventId: string | undefined,
    private watched: readonly string[],
    private readonly listener: StreamListener,
  ) {
    window.addEventListener('online', this.onReturn);
    document.addEventListener('visibilitychange', this.onReturn);
    this.open();
  }

  close(): void {
    window.removeEventListener('online', this.onReturn);
    document.removeEventListener('visibilitychange', this.onReturn);
    clearTimeout(this.backoffTimer);
    clearTimeout(this.silenceTimer);
    clearTimeout(this.rewatchTimer);
    this.source?.close();
  }

  /**
   * Changes the watched matches. Reopens the stream for an added one only: listeners ignore the rows
   * of a removed one, and a reopened stream may make all tabs refetch.
   */
  watch(ids: readonly string[]): void {
    this.watched = ids;
    if (this.backoffTimer !== undefined || ids.every((id) => this.requested.includes(id))) return;
    if (this.rewatchTimer !== undefined) return;
    this.reopen();
  }

  private reopen(): void {
    this.isWatchRefused = false;
    this.source?.close();
    this.open();
  }

  /**
   * Reconnects now instead of waiting for the backoff, or for a silence that no timer has measured while
   * the device slept.
   */
  reconnectNow(): void {
    const isSilent = Date.now() - this.receivedAtMs >= SILENCE_MS;
    if (this.backoffTimer === undefined && !isSilent) return;
    this.failures = 0;
    this.source?.close();
    this.open();
  }

  /** Online or visible again. */
  private readonly onReturn = () => {
    if (document.visibilityState !== 'hidden') this.reconnectNow();
  };

  private open(): void {
    clearTimeout(this.backoffTimer);
    this.backoffTimer = undefined;
    clearTimeout(this.rewatchTimer);
    this.rewatchTimer = undefined;
    const { lastEventId } = this;
    this.requested = this.isWatchRefused ? [] : this.watched;
    const source = new EventSource(toAddress(this.requested, lastEventId));
    this.source = source;
    source.addEventListener('open', () => {
      this.openedAt = Date.now();
      if (this.isWatchRefused) {
        this.rewatchTimer = setTimeout(() => this.reopen(), REWATCH_MS);
      }
      this.resetSilenceTimer();
      this.listener.onState(true);
      // Events between the page's own requests and now are unknown.
      if (lastEventId === undefined) this.listener.onEvent({ name: 'missed' });
    });
    source.addEventListener('error', () => this.reconnectLater());
    source.addEventListener('heartbeat', ({ lastEventId: id }: MessageEvent) =>
      this.setPosition(id),
    );
    source.addEventListener('reset', ({ lastEventId: id }: MessageEvent) => {
      this.setPosition(id);
      this.listener.onEvent({ name: 'missed' });
    });
    for (const [name, field] of EVENTS) {
      source.addEventListener(name, ({ data, lastEventId: id }: MessageEvent<string>) => {
        this.setPosition(id);
        this.listener.onEvent(parseEvent(name, field, data));
      });
    }
    this.resetSilenceTimer();
  }

  private setPosition(id: string): void {
    this.resetSilenceTimer();
    if (id === '') return;
    this.lastEventId = id;
    this.listener.onPosition(id);
  }

  private resetSilenceTimer(): void {
    this.receivedAtMs = Date.now();
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.reconnectLater(), SILENCE_MS);
  }

  private reconnectLater(): void {
    const isRefused = this.source?.readyState === EventSource.CLOSED;
    this.source?.close();
    clearTimeout(this.silenceTimer);
    clearTimeout(this.rewatchTimer);
    this.rewatchTimer = undefined;
    this.isWatchRefused = isRefused && this.requested.length > 0;
    this.listener.onState(false);
    if (this.openedAt > 0 && Date.now() - this.openedAt > STABLE_MS) this.failures = 0;
    this.openedAt = 0;
    this.failures += 1;
    // EventSource hides the response's status. A plain request finds out, and ends an expired
    // session.
    if (isRefused) callApi('/api/notifications?limit=1', { as: 'fan' }).catch(() => undefined);
    const most = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** (this.failures - 1));
    clearTimeout(this.backoffTimer);
    this.backoffTimer = setTimeout(() => this.open(), most * (0.5 + Math.random() / 2));
  }
}

function toAddress(watched: readonly string[], lastEventId: string | undefined): string {
  const query = new URLSearchParams(watched.map((id) => ['watch', `match:${id}`]));
  if (lastEventId !== undefined) query.set('lastEventId', lastEventId);
  return query.size === 0 ? '/api/events' : `/api/events?${query.toString()}`;
}

/** Parses an event. One that this page cannot read, as after a release, becomes `missed`. */
function parseEvent(name: LiveEventName, field: string, text: string): LiveEvent {
  const event = { name, data: parseJson(text) };
  return isDataEvent(event, field) ? event : { name: 'missed' };
}

function isDataEvent(
  event: { name: LiveEventName; data: unknown },
  field: string,
): event is DataEvent {
  return typeof event.data === 'object' && event.data !== null && field in event.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
