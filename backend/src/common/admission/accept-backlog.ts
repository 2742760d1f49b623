/** Turns of the event loop in a row, each with a new connection, after which more are taken to wait. */
const STREAK = 2;
const MOST_HELD_MS = 500;
const REST_MS = 250;

/**
 * Finds connections that wait unseen. Node accepts one in each turn of its event loop, and under load a turn
 * takes long: what waits to be accepted is neither answered nor refused. While each turn brings another
 * connection, nothing else is started, so that turns are short, for 500 ms at the most and then not again
 * for 250 ms.
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
    setImmediate(() => this.look());
  };

  /** Looks once a turn whether it brought a connection. */
  private look(): void {
    const before = this.streak;
    setImmediate(() => {
      const isOver = this.streak === before;
      const isTooLong =
        this.heldSince !== undefined && this.nowMs() - this.heldSince > MOST_HELD_MS;
      if (isOver || isTooLong) this.end();
      if (isOver) this.isCounted = false;
      else this.look();
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
