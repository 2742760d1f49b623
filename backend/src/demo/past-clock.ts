import { Clock } from '../common/time/clock.js';

/** A clock that can be set back: the demo cast acts in the past. */
export class PastClock extends Clock {
  private agoMs = 0;

  constructor(private readonly present: Clock) {
    super();
  }

  now(): Date {
    return new Date(this.present.now().getTime() - this.agoMs);
  }

  setBack(agoMs: number): void {
    this.agoMs = agoMs;
  }

  /** Sets it to a time that has passed. */
  setTo(time: Date): void {
    this.agoMs = this.present.now().getTime() - time.getTime();
  }
}
