/** Runs a work once at a time: who asks for it while it runs waits for the run that there is. */
export class SingleFlight {
  private present: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  /** The run that is on its way; undefined while there is none. */
  get running(): Promise<void> | undefined {
    return this.present;
  }

  /** Ends with the run, and fails with it. */
  run(): Promise<void> {
    this.present ??= this.work().finally(() => (this.present = undefined));
    return this.present;
  }
}
