import { Unavailable } from '../errors/coded-errors.js';

/** Runs costly work a few at a time; what would wait too long is refused at once with 503. */
export class WorkQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param atOnce how many run together
   * @param maxWaiting how many may wait behind them
   */
  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.turn();
    try {
      return await work();
    } finally {
      // The next in line takes over this place, so that nobody slips in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private async turn(): Promise<void> {
    if (this.running < this.atOnce) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.maxWaiting) throw new Unavailable();
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
