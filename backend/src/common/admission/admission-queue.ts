/**
 * Priority lanes: `urgent` are sign-in and admin requests, `resumed` those whose body has arrived.
 */
export type Lane = 'urgent' | 'normal' | 'resumed';

/** One request in the queue. */
export interface Turn {
  readonly lane: Lane;
  start(): void;
  /** The maximum wait has passed. */
  expire(): void;
}

export interface QueueOptions {
  /** The bounds of the number of requests in progress. */
  minRunning: number;
  maxRunning: number;
  /** Slots for urgent and resumed requests, in addition to the others. */
  urgentRunning: number;
  /** Above this event-loop delay the limit of running requests decreases. */
  maxDelayMs: number;
  /** The queue is bounded to what the server completes in this time. */
  maxWaitMs: number;
  /** Bound of the queue while the rate is unknown: a burst at an idle server. */
  maxBurst: number;
  /** A running request releases its slot after this time. */
  holdMs: number;
  /** A queued request is refused after this time. */
  expireMs: number;
}

const DECREASE = 0.7;
const INCREASE = 2;
/** The weight of the newest sample in the average rate. */
const NEWEST = 0.3;

/**
 * Decides which requests run, wait or are refused. The limit of running requests follows the
 * event-loop delay (additive increase, multiplicative decrease); the queue bound follows the
 * completion rate, so that a queued request waits for about `maxWaitMs` at most.
 */
export class AdmissionQueue {
  /** Queued requests with their time of arrival. */
  private readonly lanes: Record<Lane, Map<Turn, number>> = {
    resumed: new Map(),
    urgent: new Map(),
    normal: new Map(),
  };
  private readonly started = new Map<Turn, number>();
  private limit: number;
  /**
   * Requests completed per millisecond while others wait; undefined if none has waited recently.
   */
  private ratePerMs: number | undefined;
  private completed = 0;
  private isHeld = false;
  /**
   * Whether requests were queued at the end of the last sample: the rate is measured over complete
   * samples only.
   */
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

  /** Starts or queues the turn. Returns false if it is refused. */
  enter(turn: Turn): boolean {
    if (this.hasRoomFor(turn.lane) && this.lanes[turn.lane].size === 0) {
      this.start(turn);
      return true;
    }
    if (turn.lane !== 'resumed' && this.lanes[turn.lane].size >= this.mostWaiting) return false;
    this.lanes[turn.lane].set(turn, this.nowMs());
    return true;
  }

  /** Ends a turn, whether it is running, queued or already removed. */
  leave(turn: Turn): void {
    if (this.started.has(turn)) this.completed += 1;
    this.pause(turn);
  }

  /** Releases the slot of a turn that waits for its client. */
  pause(turn: Turn): void {
    this.lanes[turn.lane].delete(turn);
    if (this.started.delete(turn)) this.startNext();
  }

  /** Starts no turn until `release`. */
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
   * @param delayMs event-loop delay since the last call
   * @param elapsedMs time since the last call
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

  /** While the rate is unknown, a sample without completions carries no information. */
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
    // A request that runs this long waits for something else, such as a slow disk or client.
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
