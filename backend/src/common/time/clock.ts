/** The current time, injected so that tests need not wait. */
export abstract class Clock {
  /** The present moment. */
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
