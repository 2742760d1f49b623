import { Logger } from '@nestjs/common';

import { FileUnavailable, Unavailable } from '../errors/coded-errors.js';
import { LogThrottle } from '../logging/log-throttle.js';
import { inBackground } from '../mongo/background.js';
import { isDatabaseAway } from '../mongo/database-away.js';
import type { Clock } from '../time/clock.js';
import { CoalescingRunner } from '../work/coalescing-runner.js';
import type { Leases } from './leases.js';
import type { StuckItem } from './stuck-item.schema.js';
import type { StuckItemsRepository } from './stuck-items.repository.js';

const MINUTE_MS = 60_000;
/**
 * Maximum back-off: a failed item is retried after a minute, then after twice the time for each
 * failure.
 */
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** Lease of a job, renewed during a run; after a crash it expires. */
const LEASE_MS = 30_000;
/** Item id under which the failure of a whole run is stored. */
const WHOLE_RUN = 'turn';
/** Interval at which successful runs delete such a failure of a process that has ended. */
const CLEAR_MS = 10 * MINUTE_MS;
const MAX_ERROR_LENGTH = 300;

/** Dependencies of a job. */
export interface JobContext {
  stuck: StuckItemsRepository;
  leases: Leases;
  clock: Clock;
}

export interface JobOptions {
  /** Instances run concurrently: each item is claimed by its own row. */
  isConcurrent?: boolean;
}

/** Counts since the start of this process. */
export interface JobTally {
  runs: number;
  /** Failed items and failed runs. */
  failures: number;
  failedAt?: Date;
}

/**
 * A background job: one run at a time in this process and, unless it is concurrent, in all
 * instances. A failed item does not stop the others; it is retried with back-off, and admins see it
 * until it succeeds.
 */
export class Job {
  readonly tally: JobTally = { runs: 0, failures: 0 };
  private readonly logger = new Logger(Job.name);
  private readonly throttle: LogThrottle;
  private readonly runner = new CoalescingRunner(() => inBackground(() => this.runIfDue()));
  private isClosingNow = false;
  /** Earliest start of the next run, in ms. */
  private nextRunAtMs = 0;
  /** Earliest time at which a successful run deletes the stored failure of a run, in ms. */
  private clearAtMs = 0;

  constructor(
    readonly name: string,
    private readonly work: (job: Job) => Promise<void>,
    private readonly context: JobContext,
    private readonly options: JobOptions = {},
  ) {
    this.throttle = new LogThrottle(() => context.clock.now().getTime());
  }

  /**
   * Whether the server is shutting down: the rest is left to the next start or another instance.
   */
  get isClosing(): boolean {
    return this.isClosingNow;
  }

  /** Requests a run that starts now or later. Resolves at its end and never rejects. */
  run(): Promise<void> {
    return this.runner.run();
  }

  /** Resolves with the current run; undefined between runs. */
  get running(): Promise<void> | undefined {
    return this.runner.running;
  }

  /** Starts no further run, and resolves with the current one. */
  async close(): Promise<void> {
    this.isClosingNow = true;
    await this.running;
  }

  /**
   * Processes each item and isolates failures; skips items in back-off. An unavailable dependency
   * of all items, such as the database or a store, ends the run. Returns when the first failed item
   * is due again; undefined if none failed.
   *
   * @param work receives the number of previous failures of the item
   */
  async each<Item>(
    items: Iterable<Item> | AsyncIterable<Item>,
    nameOf: (item: Item) => string,
    work: (item: Item, failures: number) => Promise<void>,
  ): Promise<Date | undefined> {
    const { stuck, clock } = this.context;
    const known = await stuck.ofJob(this.name);
    const failed = new Map<string, Date>();
    for await (const item of items) {
      if (this.isClosing) break;
      const name = nameOf(item);
      const before = known.get(name);
      if (before && before.retryAt > clock.now()) {
        failed.set(name, before.retryAt);
        continue;
      }
      try {
        await work(item, before?.failures ?? 0);
      } catch (error) {
        if (isAway(error)) throw error;
        const row = await this.put(name, error, before);
        known.set(name, row);
        failed.set(name, row.retryAt);
        continue;
      }
      failed.delete(name);
      if (before) await stuck.clear(before);
    }
    return [...failed.values()].sort((one, other) => one.getTime() - other.getTime())[0];
  }

  /** Yields claimed items until none is due or the server shuts down. */
  async *claims<Item>(claim: () => Promise<Item | null>): AsyncGenerator<Item> {
    while (!this.isClosing) {
      const item = await claim();
      if (item === null) return;
      yield item;
    }
  }

  /**
   * Stores the failure of an item that its own queue retries.
   *
   * @param failures number of failures, including this one
   */
  async postpone(
    item: string,
    error: unknown,
    { failures, since, retryAt }: Pick<StuckItem, 'failures' | 'since' | 'retryAt'>,
  ): Promise<void> {
    this.countFailure();
    const row = { job: this.name, item, failures, since, failedAt: this.now(), retryAt };
    await this.context.stuck.put({
      ...row,
      _id: this.idOf(item),
      lastError: describeError(error),
    });
  }

  /** Deletes the stored failure of an item. */
  async settle(item: string): Promise<void> {
    await this.context.stuck.clear({ _id: this.idOf(item) });
  }

  private async runIfDue(): Promise<void> {
    if (this.isClosing || this.context.clock.now().getTime() < this.nextRunAtMs) return;
    try {
      await (this.options.isConcurrent ? this.runOnce() : this.underLease());
    } catch (error) {
      await this.fail(error);
    }
  }

  private async underLease(): Promise<void> {
    const { leases } = this.context;
    if ((await leases.take(this.name, LEASE_MS)) === undefined) return;
    const renewal = setInterval(() => {
      // A failed renewal is retried before the lease expires.
      leases.take(this.name, LEASE_MS).catch(() => undefined);
    }, LEASE_MS / 3).unref();
    try {
      await this.runOnce();
    } finally {
      clearInterval(renewal);
      await leases.release(this.name);
    }
  }

  private async runOnce(): Promise<void> {
    await this.work(this);
    this.tally.runs += 1;
    const nowMs = this.now().getTime();
    if (nowMs < this.clearAtMs) return;
    await this.context.stuck.clear({ _id: this.idOf(WHOLE_RUN) });
    this.clearAtMs = nowMs + CLEAR_MS;
  }

  private async fail(error: unknown): Promise<void> {
    if (isAway(error)) {
      this.log('job_waiting', error);
      return;
    }
    this.clearAtMs = 0;
    try {
      const known = await this.context.stuck.ofJob(this.name);
      const row = await this.put(WHOLE_RUN, error, known.get(WHOLE_RUN));
      this.nextRunAtMs = row.retryAt.getTime();
    } catch (failure) {
      this.log('job_failed', failure);
    }
  }

  /** Stores the failure of an item, with a back-off that doubles each time. */
  private async put(item: string, error: unknown, before?: StuckItem): Promise<StuckItem> {
    this.log('job_failed', error, item);
    this.countFailure();
    const now = this.now();
    const failures = (before?.failures ?? 0) + 1;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** (failures - 1));
    const row = {
      _id: this.idOf(item),
      job: this.name,
      item,
      failures,
      lastError: describeError(error),
      since: before?.since ?? now,
      failedAt: now,
      retryAt: new Date(now.getTime() + pauseMs),
    };
    await this.context.stuck.put(row);
    return row;
  }

  private countFailure(): void {
    this.tally.failures += 1;
    this.tally.failedAt = this.now();
  }

  private now(): Date {
    return this.context.clock.now();
  }

  /** One line per job and minute, however long an outage lasts and however many items fail. */
  private log(event: 'job_waiting' | 'job_failed', error: unknown, item?: string): void {
    this.throttle.run((count) => {
      const facts = { event, job: this.name, count, ...(item === undefined ? {} : { item }) };
      if (event === 'job_failed') {
        this.logger.error(facts, error instanceof Error ? error.stack : '');
      } else this.logger.warn({ ...facts, cause: error instanceof Error ? error.name : '' });
    });
  }

  private idOf(item: string): string {
    return `${this.name}:${item}`;
  }
}

/** Whether a dependency of all items is unavailable. */
function isAway(error: unknown): boolean {
  if (error instanceof FileUnavailable) return false;
  return isDatabaseAway(error) || error instanceof Unavailable;
}

/** Formats the error of the underlying store. */
function describeError(error: unknown): string {
  return String(error instanceof FileUnavailable ? error.cause : error).slice(0, MAX_ERROR_LENGTH);
}
