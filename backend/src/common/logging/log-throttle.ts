const MINUTE_MS = 60_000;

/** Throttles to one line per minute what every request or run of an outage would log. */
export class LogThrottle {
  private count = 0;
  private loggedAtMs = -Infinity;

  /** @param nowMs the clock, in milliseconds from any fixed moment */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /**
   * Calls `log` with the count since its last call, at most once a minute.
   *
   * @param by the count of this call
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
