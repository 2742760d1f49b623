import { Injectable } from '@nestjs/common';

/** Random numbers, injected so that tests are deterministic. */
@Injectable()
export class Chance {
  /** From 0 up to, but not including, 1. */
  next(): number {
    return Math.random();
  }
}
