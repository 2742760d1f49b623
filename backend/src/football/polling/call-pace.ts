import type { Rate } from '../providers/league-data-provider.js';

/** Between two calls of a provider that says nothing of its limits: fewer than ten a minute. */
const UNTOLD_SPACING_MS = 6_500;
/** After a failure, so that scores that are asked for once a minute stand still for 66 s at most. */
const RETRY_SPACING_MS = 6_000;

/** Keeps to what a provider allows: what is left is spread over the time until it counts anew. */
export class CallPace {
  private left: { calls: number; untilMs: number } | undefined;
  private nextMs = -Infinity;
  private refusedUntilMs = -Infinity;

  /** Whether a call keeps the even spread. */
  isFree(now: number): boolean {
    return now >= this.nextMs;
  }

  /** Whether the provider allows a call at once, before its turn. */
  isAllowed(now: number): boolean {
    const left = this.leftAt(now);
    return now >= this.refusedUntilMs && left !== undefined && left.calls > 0;
  }

  /** Between two calls, as far as is known now. */
  spacingMs(now: number): number {
    const left = this.leftAt(now);
    return left ? (left.untilMs - now) / Math.max(left.calls, 1) : UNTOLD_SPACING_MS;
  }

  /** Takes over what an answer says of the limits. */
  answered(rate: Rate | undefined, now: number): void {
    this.left = rate && { calls: rate.remaining, untilMs: now + rate.resetSeconds * 1000 };
    this.nextMs = now + this.spacingMs(now);
  }

  /** Counts a call that brought nothing, not even limits. */
  failed(now: number): void {
    const left = this.leftAt(now);
    this.left = left && { ...left, calls: Math.max(left.calls - 1, 0) };
    this.nextMs = now + (left ? this.spacingMs(now) : RETRY_SPACING_MS);
  }

  /** Lets no call be made for this time. */
  refused(seconds: number, now: number): void {
    this.left = undefined;
    this.refusedUntilMs = now + seconds * 1000;
    this.nextMs = this.refusedUntilMs;
  }

  private leftAt(now: number) {
    return this.left && now < this.left.untilMs ? this.left : undefined;
  }
}
