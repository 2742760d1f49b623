import type { LiveEventName } from '@kickoff/contracts';
import { callApi, type LiveEvent } from '@kickoff/web';

type DataEvent = Extract<LiveEvent, { data: unknown }>;

/** Every event, with a field that each valid one has. */
const EVENTS: readonly (readonly [LiveEventName, string])[] = [
  ['post.created', 'user'],
  ['post.changed', 'likesCount'],
  ['story.created', 'user'],
  ['match.changed', 'match'],
  ['notification', 'kind'],
];

/** The server sends a heartbeat every 25 s: after this silence the connection counts as lost. */
const SILENCE_MS = 60_000;
const MIN_BACKOFF_MS = 400;
const MAX_BACKOFF_MS = 30_000;
/** A stream open for this long resets the backoff when it closes. */
const STABLE_MS = 10_000;

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
  private failures = 0;
  private backoffTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param lastEventId the resume position, from this tab or another */
  constructor(
    private lastEventId: string | undefined,
    private readonly listener: StreamListener,
  ) {
    window.addEventListener('online', this.reconnectNow);
    document.addEventListener('visibilitychange', this.reconnectNow);
    this.open();
  }

  close(): void {
    window.removeEventListener('online', this.reconnectNow);
    document.removeEventListener('visibilitychange', this.reconnectNow);
    clearTimeout(this.backoffTimer);
    clearTimeout(this.silenceTimer);
    this.source?.close();
  }

  /** Online or visible again: reconnect now instead of waiting for the backoff. */
  private readonly reconnectNow = () => {
    if (this.backoffTimer === undefined || document.visibilityState === 'hidden') return;
    this.failures = 0;
    this.open();
  };

  private open(): void {
    clearTimeout(this.backoffTimer);
    this.backoffTimer = undefined;
    const { lastEventId } = this;
    const query =
      lastEventId === undefined ? '' : `?lastEventId=${encodeURIComponent(lastEventId)}`;
    const source = new EventSource(`/api/events${query}`);
    this.source = source;
    source.addEventListener('open', () => {
      this.openedAt = Date.now();
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
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.reconnectLater(), SILENCE_MS);
  }

  private reconnectLater(): void {
    const isRefused = this.source?.readyState === EventSource.CLOSED;
    this.source?.close();
    clearTimeout(this.silenceTimer);
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
