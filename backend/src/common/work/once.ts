/** Lazily computes a value once; a failure is retried by the next call. */
export class Once<Result> {
  private result: Promise<Result> | undefined;

  constructor(private readonly work: () => Promise<Result>) {}

  /** The result; concurrent calls share it, also a failure. */
  get(): Promise<Result> {
    this.result ??= this.work().catch((error: unknown) => {
      this.result = undefined;
      throw error;
    });
    return this.result;
  }
}
