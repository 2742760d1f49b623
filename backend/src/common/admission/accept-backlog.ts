/** Consecutive event-loop turns with a new connection, after which a backlog is assumed. */
const STREAK = 2;
const MAX_HOLD_MS = 500;
const REST_MS = 250;

/**
 * Detects connections that wait to be accepted. Node accepts one per turn of the event loop, and
 * under load a turn takes long. While each turn brings another connection, no request is started,
 * so that turns stay short: for at most 500 ms, then not again for 250 ms.
 */
export class AcceptBacklog {
  private streak = 0;
  private isCounted = false;
  private heldSince: number | undefined;
  private restUntil = 0;

  constructor(
    private readonly queue: { hold(): void; release(): void },
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** For each new connection. */
  readonly onConnection = (): void => {
    this.streak += 1;
    if (this.streak >= STREAK && this.heldSince === undefined && this.nowMs() >= this.restUntil) {
      this.heldSince = this.nowMs();
      this.queue.hold();
    }
    if (this.isCounted) return;
    this.isCounted = true;
    setImmediate(() => this.check());
  };

  /** Checks once per turn whether it brought a connection. */
  private check(): void {
    const before = this.streak;
    setImmediate(() => {
      const isOver = this.streak === before;
      const isTooLong = this.heldSince !== undefined && this.nowMs() - this.heldSince > MAX_HOLD_MS;
      if (isOver || isTooLong) this.end();
      if (isOver) this.isCounted = false;
      else this.check();
    });
  }

  private end(): void {
    this.streak = 0;
    if (this.heldSince === undefined) return;
    this.heldSince = undefined;
    this.restUntil = this.nowMs() + REST_MS;
    this.queue.release();
  }
}
