/** Maximum concurrent requests: to one service, and to all of its class. */
const SLOTS = {
  /** Services that have responded quickly. */
  fast: { each: 96, all: 256 },
  /** Services that are new or were slow last; their number does not slow down the fast ones. */
  other: { each: 8, all: 64 },
};
/** A slower response makes a service slow. */
const SLOW_MS = 2_000;
const MAX_FAST = 100;

/** Hosts that may get a request: `only` these if given, and none of `except`. */
export interface HostFilter {
  only?: readonly string[];
  except: readonly string[];
}

/** Bounds concurrent requests to push services, so that a slow one delays no other. */
export class ServiceSlots {
  private readonly running = new Map<string, number>();
  private readonly fast = new Set<string>();

  /** Returns which hosts may get a request now; undefined if none. */
  free(): HostFilter | undefined {
    const full = [...this.running].flatMap(([host, count]) =>
      count >= this.slotsOf(host).each ? [host] : [],
    );
    const isFastFull = this.count(true) >= SLOTS.fast.all;
    const isOtherFull = this.count(false) >= SLOTS.other.all;
    if (!isOtherFull) return { except: isFastFull ? [...full, ...this.fast] : full };
    return isFastFull ? undefined : { only: [...this.fast], except: full };
  }

  /** Takes a slot. Returns false if there is none for this host. */
  take(host: string): boolean {
    const slots = this.slotsOf(host);
    const count = this.running.get(host) ?? 0;
    if (count >= slots.each || this.count(this.fast.has(host)) >= slots.all) return false;
    this.running.set(host, count + 1);
    return true;
  }

  /** Returns an unused slot. */
  giveBack(host: string): void {
    const count = (this.running.get(host) ?? 1) - 1;
    if (count > 0) this.running.set(host, count);
    else this.running.delete(host);
  }

  /** @param ms duration of the request; undefined if the service did not accept the message */
  release(host: string, ms: number | undefined): void {
    this.giveBack(host);
    this.fast.delete(host);
    if (ms === undefined || ms > SLOW_MS) return;
    // Evicts the service that has responded least recently.
    const [oldest] = this.fast;
    if (this.fast.size >= MAX_FAST && oldest !== undefined) this.fast.delete(oldest);
    this.fast.add(host);
  }

  private slotsOf(host: string) {
    return this.fast.has(host) ? SLOTS.fast : SLOTS.other;
  }

  private count(isFast: boolean): number {
    return [...this.running]
      .filter(([host]) => this.fast.has(host) === isFast)
      .reduce((sum, [, count]) => sum + count, 0);
  }
}
