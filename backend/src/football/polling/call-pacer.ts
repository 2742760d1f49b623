import type { Rate } from '../providers/league-data-provider.js';

/** Spacing of calls if the provider reports no limits: fewer than ten per minute. */
const DEFAULT_SPACING_MS = 6_500;
/** After a failure, so that scores polled once a minute are at most 66 s old. */
const RETRY_SPACING_MS = 6_000;

/** Paces calls to a provider's rate limit: remaining calls are spread evenly until the reset. */
export class CallPacer {
  private remaining: { calls: number; untilMs: number } | undefined;
  private nextMs = -Infinity;
  private refusedUntilMs = -Infinity;

  /** Returns whether a call fits the even spread. */
  isFree(now: number): boolean {
    return now >= this.nextMs;
  }

  /** Returns whether the provider allows a call now, ahead of the even spread. */
  isAllowed(now: number): boolean {
    const left = this.remainingAt(now);
    return now >= this.refusedUntilMs && left !== undefined && left.calls > 0;
  }

  spacingMs(now: number): number {
    const left = this.remainingAt(now);
    return left ? (left.untilMs - now) / Math.max(left.calls, 1) : DEFAULT_SPACING_MS;
  }

  /** Applies the limits reported by a response. */
  onResponse(rate: Rate | undefined, now: number): void {
    this.remaining = rate && { calls: rate.remaining, untilMs: now + rate.resetSeconds * 1000 };
    this.nextMs = now + this.spacingMs(now);
  }

  /** Counts a failed call that reported no limits. */
  onFailure(now: number): void {
    const left = this.remainingAt(now);
    this.remaining = left && { ...left, calls: Math.max(left.calls - 1, 0) };
    this.nextMs = now + (left ? this.spacingMs(now) : RETRY_SPACING_MS);
  }

  /** Blocks all calls for this time. */
  onRateLimited(seconds: number, now: number): void {
    this.remaining = undefined;
    this.refusedUntilMs = now + seconds * 1000;
    this.nextMs = this.refusedUntilMs;
  }

  private remainingAt(now: number) {
    return this.remaining && now < this.remaining.untilMs ? this.remaining : undefined;
  }
}
