import { outsideBackground } from '../mongo/background.js';
import { outsideTransaction } from '../mongo/transaction.js';

/**
 * Runs one `work` at a time. Calls during a run share one rerun after it, because the current run
 * may have missed later changes. A run is outside any caller's transaction and the background.
 */
export class CoalescingRunner {
  private current: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves when all requested runs are over; undefined while idle. */
  get running(): Promise<void> | undefined {
    return this.next ?? this.current;
  }

  /** Resolves with a run that starts now or later. */
  run(): Promise<void> {
    if (this.current) this.next ??= this.startAfter(this.current);
    return this.next ?? this.start();
  }

  private start(): Promise<void> {
    const run = outsideBackground(() => outsideTransaction(this.work));
    this.current = run.finally(() => (this.current = undefined));
    return this.current;
  }

  private async startAfter(current: Promise<void>): Promise<void> {
    // Its own callers handle the failure.
    await current.catch(() => undefined);
    this.next = undefined;
    await this.start();
  }
}
