import { Injectable } from '@nestjs/common';

/** Chance, from outside, so that tests know what falls. */
@Injectable()
export class Chance {
  /** From 0 up to, but not including, 1. */
  next(): number {
    return Math.random();
  }
}
