import type { LiveEventName } from '@kickoff/contracts';
import { callApi, type LiveHappening } from '@kickoff/web';

type Told = Extract<LiveHappening, { data: unknown }>;

/** Every event, and what none of them is told without. */
const EVENTS: readonly (readonly [LiveEventName, string])[] = [
  ['post.created', 'user'],
  ['post.changed', 'likesCount'],
  ['story.created', 'user'],
  ['match.changed', 'match'],
  ['notification', 'kind'],
];

/** The server says that it is there every 25 s: after so long it is not. */
const SILENCE_MS = 60_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 30_000;
/** A stream that stood for so long has come to an end, not failed to begin. */
const STOOD_MS = 10_000;

export interface StreamListener {
  hear: (happening: LiveHappening) => void;
  /** The stream stands here; said before what it tells here. */
  stand: (id: string) => void;
  state: (isOn: boolean) => void;
}

/**
 * The event stream, opened anew whenever it breaks off: soon, and more seldom
 * the longer that fails, never at the same moment as everyone else.
 */
export class LiveStream {
  private source: EventSource | undefined;
  private openedAt = 0;
  private failures = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  /** @param lastEventId where it stood when it was heard last, in this tab or another */
  constructor(
    private lastEventId: string | undefined,
    private readonly listener: StreamListener,
  ) {
    window.addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.open();
  }

  close(): void {
    window.removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.waiting);
    clearTimeout(this.silence);
    this.source?.close();
  }

  /** There is reason to hope: what waits for its turn need not. */
  private readonly hurry = () => {
    if (this.waiting === undefined || document.visibilityState === 'hidden') return;
    this.failures = 0;
    this.open();
  };

  private open(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    const { lastEventId } = this;
    const query =
      lastEventId === undefined ? '' : `?lastEventId=${encodeURIComponent(lastEventId)}`;
    const source = new EventSource(`/api/events${query}`);
    this.source = source;
    source.addEventListener('open', () => {
      this.openedAt = Date.now();
      this.listenOn();
      this.listener.state(true);
      // Nobody knows what happened between the page's own answers and now.
      if (lastEventId === undefined) this.listener.hear({ name: 'missed' });
    });
    source.addEventListener('error', () => this.breakOff());
    source.addEventListener('heartbeat', ({ lastEventId: id }: MessageEvent) => this.stand(id));
    source.addEventListener('reset', ({ lastEventId: id }: MessageEvent) => {
      this.stand(id);
      this.listener.hear({ name: 'missed' });
    });
    for (const [name, field] of EVENTS) {
      source.addEventListener(name, ({ data, lastEventId: id }: MessageEvent<string>) => {
        this.stand(id);
        this.listener.hear(happeningOf(name, field, data));
      });
    }
    this.listenOn();
  }

  private stand(id: string): void {
    this.listenOn();
    if (id === '') return;
    this.lastEventId = id;
    this.listener.stand(id);
  }

  private listenOn(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.breakOff(), SILENCE_MS);
  }

  private breakOff(): void {
    const isRefused = this.source?.readyState === EventSource.CLOSED;
    this.source?.close();
    clearTimeout(this.silence);
    this.listener.state(false);
    if (this.openedAt > 0 && Date.now() - this.openedAt > STOOD_MS) this.failures = 0;
    this.openedAt = 0;
    this.failures += 1;
    // A stream cannot say why it was refused; a call can, and ends a session that is over.
    if (isRefused) callApi('/api/notifications?limit=1', { as: 'fan' }).catch(() => undefined);
    const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.failures - 1));
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.open(), most * (0.5 + Math.random() / 2));
  }
}

/** What an event says; where this page cannot read it, as after a release, it has to ask instead. */
function happeningOf(name: LiveEventName, field: string, text: string): LiveHappening {
  const event = { name, data: parsed(text) };
  return isTold(event, field) ? event : { name: 'missed' };
}

function isTold(event: { name: LiveEventName; data: unknown }, field: string): event is Told {
  return typeof event.data === 'object' && event.data !== null && field in event.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
