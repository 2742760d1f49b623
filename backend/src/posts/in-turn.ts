/** Lets works of the same name run one after another, and all others side by side. */
export class InTurn {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(name);
    const mine = before ? before.then(work, work) : work();
    this.last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(name) === mine) this.last.delete(name);
    }
  }
}
