/** The outcome of a write by its response: done, refused, or unknown. */
export type Outcome = 'done' | 'refused' | 'unknown';

/**
 * Acknowledged states by name: existing or not. A write without a response may have happened or
 * not; writes to one name are sequential.
 */
export class Ledger {
  private readonly possible = new Map<string, ReadonlySet<boolean>>();
  /** How many writes were acknowledged. */
  acknowledged = 0;

  /** Records a write that creates or removes something. */
  async write(name: string, isThere: boolean, call: () => Promise<Outcome>): Promise<void> {
    const before = this.possible.get(name) ?? new Set([false]);
    this.possible.set(name, new Set([...before, isThere]));
    const outcome = await call();
    if (outcome === 'done') {
      this.possible.set(name, new Set([isThere]));
      this.acknowledged += 1;
    }
    if (outcome === 'refused') this.possible.set(name, before);
  }

  /**
   * Names whose state differs from the acknowledged one; `isThere` returns undefined for what was
   * removed with something else.
   */
  broken(isThere: (name: string) => boolean | undefined): string[] {
    return [...this.possible]
      .filter(([name, possible]) => {
        const state = isThere(name);
        return state !== undefined && !possible.has(state);
      })
      .map(([name]) => name);
  }
}
