import PQueue from 'p-queue';

import { Unavailable } from '../errors/coded-errors.js';

/** Bounds concurrent costly work. Work that would wait too long is refused immediately with 503. */
export class WorkQueue {
  private readonly queue: PQueue;

  constructor(
    concurrency: number,
    private readonly maxWaiting: number,
  ) {
    this.queue = new PQueue({ concurrency });
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { pending, concurrency, size } = this.queue;
    if (pending >= concurrency && size >= this.maxWaiting) return Promise.reject(new Unavailable());
    return this.queue.add(work);
  }
}
