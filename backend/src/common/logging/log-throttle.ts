const MINUTE_MS = 60_000;

/** Lets one log line a minute through of what may happen with every request or turn of an outage. */
export class LogThrottle {
  private count = 0;
  private loggedAtMs = -Infinity;

  /** @param nowMs the clock, in milliseconds from any fixed moment */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /**
   * Calls `log` with how much there was since its last call, unless that was less than a minute ago.
   *
   * @param by how much there was this time
   */
  run(log: (count: number) => void, by = 1): void {
    this.count += by;
    const now = this.nowMs();
    if (now - this.loggedAtMs < MINUTE_MS) return;
    this.loggedAtMs = now;
    const { count } = this;
    this.count = 0;
    log(count);
  }
}
