/** Which requests go first: `urgent` are sign-in and the admins' calls, `resumed` those whose body has arrived. */
export type Lane = 'urgent' | 'normal' | 'resumed';

/** One request on its way through the queue. */
export interface Turn {
  readonly lane: Lane;
  start(): void;
  /** It has waited for longer than anybody should. */
  expire(): void;
}

export interface QueueOptions {
  /** The bounds of the number of requests in progress. */
  minRunning: number;
  maxRunning: number;
  /** Places for urgent and resumed requests, beside the others. */
  urgentRunning: number;
  /** Above this delay of the event loop fewer requests run at once. */
  maxDelayMs: number;
  /** As many requests may wait as the server completes in this time. */
  maxWaitMs: number;
  /** As many may wait while the rate is unknown: a burst at an idle server. */
  maxBurst: number;
  /** A running request gives up its place after this time. */
  holdMs: number;
  /** A waiting request is refused after this time. */
  expireMs: number;
}

const DECREASE = 0.7;
const INCREASE = 2;
/** The weight of the newest sample in the average rate. */
const NEWEST = 0.3;

/**
 * Decides which requests run, wait or are refused. The number of running ones follows the delay of the
 * event loop (additive increase, multiplicative decrease); the number of waiting ones follows the rate of
 * completed ones, so that a request that is let in waits for about `maxWaitMs` at the most.
 */
export class AdmissionQueue {
  /** Waiting requests, each with the time when it came. */
  private readonly lanes: Record<Lane, Map<Turn, number>> = {
    resumed: new Map(),
    urgent: new Map(),
    normal: new Map(),
  };
  private readonly started = new Map<Turn, number>();
  private limit: number;
  /** Completed requests a millisecond while others wait; undefined where none has waited lately. */
  private ratePerMs: number | undefined;
  private completed = 0;
  private isHeld = false;
  /** Whether some waited at the end of the last sample: a rate is measured over whole samples alone. */
  private hadWaiting = false;

  constructor(
    private readonly options: QueueOptions,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.limit = options.maxRunning;
  }

  get running(): number {
    return this.started.size;
  }

  get waiting(): number {
    return this.lanes.normal.size + this.lanes.urgent.size + this.lanes.resumed.size;
  }

  /** Starts the turn or lets it wait. Returns false where it is refused. */
  enter(turn: Turn): boolean {
    if (this.hasRoomFor(turn.lane) && this.lanes[turn.lane].size === 0) {
      this.start(turn);
      return true;
    }
    if (turn.lane !== 'resumed' && this.lanes[turn.lane].size >= this.mostWaiting) return false;
    this.lanes[turn.lane].set(turn, this.nowMs());
    return true;
  }

  /** Ends a turn, whether it runs, waits or has left before. */
  leave(turn: Turn): void {
    if (this.started.has(turn)) this.completed += 1;
    this.pause(turn);
  }

  /** Gives up the place of a turn that waits for its client. */
  pause(turn: Turn): void {
    this.lanes[turn.lane].delete(turn);
    if (this.started.delete(turn)) this.startNext();
  }

  /** Starts no other turn until `release`. */
  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    this.startNext();
  }

  /**
   * Adapts the limits.
   *
   * @param delayMs the delay of the event loop since the last call
   * @param elapsedMs the time since the last call
   */
  adapt(delayMs: number, elapsedMs: number): void {
    const { minRunning, maxRunning, maxDelayMs } = this.options;
    this.limit =
      delayMs > maxDelayMs
        ? Math.max(minRunning, Math.floor(this.limit * DECREASE))
        : Math.min(maxRunning, this.limit + INCREASE);
    const rate = this.completed / elapsedMs;
    this.ratePerMs = this.hadWaiting && this.waiting > 0 ? this.averageWith(rate) : undefined;
    this.completed = 0;
    this.expire();
    this.startNext();
    this.hadWaiting = this.waiting > 0;
  }

  /** A sample in which nothing was completed says nothing yet where no rate is known. */
  private averageWith(rate: number): number | undefined {
    if (this.ratePerMs === undefined) return rate > 0 ? rate : undefined;
    return this.ratePerMs * (1 - NEWEST) + rate * NEWEST;
  }

  private get mostWaiting(): number {
    const { maxWaitMs, maxBurst, minRunning } = this.options;
    if (this.ratePerMs === undefined) return maxBurst;
    return Math.min(maxBurst, Math.max(minRunning, Math.floor(this.ratePerMs * maxWaitMs)));
  }

  private hasRoomFor(lane: Lane): boolean {
    if (this.isHeld) return false;
    const extra = lane === 'normal' ? 0 : this.options.urgentRunning;
    return this.started.size < this.limit + extra;
  }

  private start(turn: Turn): void {
    this.started.set(turn, this.nowMs());
    turn.start();
  }

  private startNext(): void {
    for (const lane of ['resumed', 'urgent', 'normal'] as const) {
      for (const turn of this.lanes[lane].keys()) {
        if (!this.hasRoomFor(lane)) break;
        this.lanes[lane].delete(turn);
        this.start(turn);
      }
    }
  }

  private expire(): void {
    const { holdMs, expireMs } = this.options;
    const now = this.nowMs();
    // What runs for this long waits for something else, such as a slow disk or a slow reader.
    for (const [turn, since] of this.started) {
      if (now - since < holdMs) break;
      this.started.delete(turn);
    }
    for (const lane of Object.values(this.lanes)) {
      for (const [turn, since] of lane) {
        if (now - since < expireMs) break;
        lane.delete(turn);
        turn.expire();
      }
    }
  }
}
