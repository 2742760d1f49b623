/** The time, from outside, so that tests need no waiting. */
export abstract class Clock {
  /** The present moment. */
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
