/** An event stream as a browser has it, fed with the server's bytes. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  /** Whether its tab is frozen: received data is buffered. */
  isFrozen = false;
  private unread = '';
  private lastEventId = '';

  constructor(readonly url: string) {
    super();
    current.accept(this);
  }

  get resumesFrom(): string | undefined {
    return /lastEventId=(.*)$/.exec(this.url)?.[1];
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** Receives data in chunks of any length. */
  feed(text: string): void {
    if (this.isFrozen) {
      this.unread += text;
      return;
    }
    const blocks = (this.unread + text).split('\n\n');
    this.unread = blocks.pop() ?? '';
    for (const block of blocks) if (this.readyState === 1) this.take(block);
  }

  /** Breaks the connection; a partial event is dropped. */
  breakOff(readyState = 0): void {
    this.unread = '';
    this.readyState = readyState;
    current.streams.delete(this);
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.readyState = Stream.CLOSED;
    current.streams.delete(this);
  }

  private take(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [field = '', ...rest] = line.split(': ');
      fields.set(field, rest.join(': '));
    }
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const data = fields.get('data');
    if (data === undefined) return;
    const { lastEventId } = this;
    this.dispatchEvent(new MessageEvent(fields.get('event') ?? 'message', { data, lastEventId }));
  }
}

/** Like a server, numbers its events and replays those after a number. */
class Server {
  readonly streams = new Set<Stream>();
  /** The addresses at which streams were requested. */
  readonly asked: string[] = [];
  isAway = false;
  private readonly published: string[] = [];

  /** Number of events so far: a new stream receives all of them. */
  get count(): number {
    return this.published.length;
  }

  accept(stream: Stream): void {
    this.asked.push(stream.url);
    this.streams.add(stream);
    queueMicrotask(() => {
      if (!this.streams.has(stream)) return;
      if (this.isAway) {
        stream.breakOff();
        return;
      }
      stream.open();
      const from = Number(stream.resumesFrom ?? this.published.length);
      stream.feed(`id: ${from}\n\n`);
      for (const text of this.published.slice(from)) stream.feed(text);
    });
  }

  /** Publishes a post; returns its id. */
  publish(): string {
    const number = this.published.length + 1;
    const data = JSON.stringify({ _id: `post ${number}`, user: { _id: 'ann', username: 'Ann' } });
    const text = `id: ${number}\nevent: post.created\ndata: ${data}\n\n`;
    this.published.push(text);
    for (const stream of this.streams) stream.feed(text);
    return `post ${number}`;
  }

  send(text: string): void {
    for (const stream of this.streams) stream.feed(text);
  }

  breakOff(): void {
    for (const stream of this.streams) stream.breakOff();
  }
}

const channels = new Set<Channel>();

/** Like BroadcastChannel, delivers later, in order, and to all tabs but the sender. */
class Channel extends EventTarget {
  /** Messages buffered while its tab is frozen; undefined while it is not. */
  private waiting: MessageEvent[] | undefined;

  constructor(private readonly name: string) {
    super();
    channels.add(this);
  }

  postMessage(data: unknown): void {
    if (this.waiting) return;
    for (const other of channels) {
      if (other === this || other.name !== this.name) continue;
      const message = new MessageEvent('message', { data: structuredClone(data) });
      queueMicrotask(() => {
        if (channels.has(other)) other.receive(message);
      });
    }
  }

  freeze(): void {
    this.waiting = [];
  }

  thaw(): void {
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    for (const message of waiting) this.receive(message);
  }

  private receive(message: MessageEvent): void {
    if (this.waiting) this.waiting.push(message);
    else this.dispatchEvent(message);
  }

  close(): void {
    channels.delete(this);
  }
}

interface Claim {
  hold: () => Promise<void>;
  /** Releases the lock of a tab that died. */
  free: () => void;
  /** Takes the lock from a tab that is alive. */
  steal: () => void;
}

/** One tab holds the lock; the others are queued. */
class Locks {
  private readonly claims: Claim[] = [];

  request(
    _name: string,
    { signal, steal = false }: { signal?: AbortSignal; steal?: boolean },
    hold: () => Promise<unknown>,
  ) {
    return new Promise<unknown>((done, fail) => {
      const claim: Claim = {
        hold: () => hold().then(done, fail),
        free: () => done(undefined),
        steal: () => fail(new DOMException('', 'AbortError')),
      };
      if (steal) {
        this.claims.shift()?.steal();
        this.claims.unshift(claim);
        queueMicrotask(() => this.grant());
        return;
      }
      this.claims.push(claim);
      signal?.addEventListener('abort', () => {
        if (this.claims.indexOf(claim) > 0) {
          this.claims.splice(this.claims.indexOf(claim), 1);
          fail(new DOMException('', 'AbortError'));
        }
      });
      if (this.claims.length === 1) queueMicrotask(() => this.grant());
    });
  }

  /** The tab that holds the lock dies silently. */
  takeAway(): void {
    this.claims[0]?.free();
    this.next();
  }

  /** Takes the lock from a frozen tab, which learns of it when the returned function thaws it. */
  freezeHolder(): () => void {
    const [claim] = this.claims;
    if (!claim) return () => undefined;
    const { steal } = claim;
    let isStolen = false;
    claim.steal = () => (isStolen = true);
    return () => {
      claim.steal = steal;
      if (isStolen) steal();
    };
  }

  private grant(): void {
    const [claim] = this.claims;
    void claim?.hold().then(() => {
      if (this.claims[0] !== claim) return;
      claim.free();
      this.next();
    });
  }

  private next(): void {
    this.claims.shift();
    queueMicrotask(() => this.grant());
  }
}

let current = new Server();

/** Installs a fake browser without tabs, and a server without events. */
export function fakeLive(): { server: Server; locks: Locks } {
  current = new Server();
  channels.clear();
  const locks = new Locks();
  Object.assign(globalThis, { EventSource: Stream, BroadcastChannel: Channel });
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return { server: current, locks };
}

/** Kills the first tab silently: its connections and locks end without a message to the others. */
export function killFirstTab({ server, locks }: ReturnType<typeof fakeLive>): void {
  const [first] = channels;
  first?.close();
  for (const stream of server.streams) stream.close();
  locks.takeAway();
}

/**
 * Freezes the first tab: it neither receives nor sends, but retains its locks. Returns the function
 * that thaws it.
 */
export function freezeFirstTab({ server, locks }: ReturnType<typeof fakeLive>): () => void {
  const [channel] = channels;
  const streams = [...server.streams];
  channel?.freeze();
  const thawLock = locks.freezeHolder();
  for (const stream of streams) stream.isFrozen = true;
  return () => {
    for (const stream of streams) {
      stream.isFrozen = false;
      stream.feed('');
    }
    channel?.thaw();
    thawLock();
  };
}
