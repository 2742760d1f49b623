import { isDatabaseAway } from '../mongo/database-away.js';

/**
 * A check that a timer starts: one run at a time, none after `close`. One that fails because the
 * database is away ends without an error; the next one repeats it.
 */
export class SingleCheck {
  private running: Promise<void> | undefined;
  private isClosing = false;

  constructor(private readonly check: () => Promise<void>) {}

  /** Starts a run, or waits for the one that is under way. */
  async run(): Promise<void> {
    if (this.isClosing) return;
    this.running ??= this.attempt().finally(() => (this.running = undefined));
    await this.running;
  }

  /** Waits for the run that is under way, and starts no other. */
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
