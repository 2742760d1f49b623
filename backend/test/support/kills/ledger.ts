/** What an answer said of a write: done, not done, or nothing that can be relied on. */
export type Outcome = 'done' | 'refused' | 'unknown';

/**
 * What clients were told, as states of things by name: there or not. A write
 * whose answer never came may have happened or not. Writes to one thing come
 * one after another.
 */
export class Ledger {
  private readonly possible = new Map<string, ReadonlySet<boolean>>();
  private told = 0;

  /** How many writes were acknowledged. */
  get acknowledged(): number {
    return this.told;
  }

  /** Notes a write that makes a thing be there or not. */
  async write(name: string, isThere: boolean, call: () => Promise<Outcome>): Promise<void> {
    const before = this.possible.get(name) ?? new Set([false]);
    this.possible.set(name, new Set([...before, isThere]));
    const outcome = await call();
    if (outcome === 'done') {
      this.possible.set(name, new Set([isThere]));
      this.told += 1;
    }
    if (outcome === 'refused') this.possible.set(name, before);
  }

  /** Names of what is not as acknowledged; `isThere` answers undefined for what went with something else. */
  broken(isThere: (name: string) => boolean | undefined): string[] {
    return [...this.possible]
      .filter(([name, possible]) => {
        const state = isThere(name);
        return state !== undefined && !possible.has(state);
      })
      .map(([name]) => name);
  }
}
