import { isDatabaseAway } from '../mongo/database-away.js';

/**
 * A check started by a timer: one run at a time, none after `close`. A failure by an unavailable
 * database is ignored; the next run repeats it.
 */
export class SingleCheck {
  private running: Promise<void> | undefined;
  private isClosing = false;

  constructor(private readonly check: () => Promise<void>) {}

  /** Starts a run, or waits for the one in progress. */
  async run(): Promise<void> {
    if (this.isClosing) return;
    this.running ??= this.attempt().finally(() => (this.running = undefined));
    await this.running;
  }

  /** Waits for the run in progress, and starts no other. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.running;
  }

  private async attempt(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
  }
}
