/**
 * Runs a work once at a time. Who asks for it while it runs gets the run after
 * that one, together with all who ask by then: the present run may have looked
 * already at what they ask for.
 */
export class SingleFlight {
  private present: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  /** Ends when everything asked for so far is over; undefined while nothing runs. */
  get running(): Promise<void> | undefined {
    return this.next ?? this.present;
  }

  /** Ends with a run that begins now or later, and fails with it. */
  run(): Promise<void> {
    if (this.present) this.next ??= this.after(this.present);
    return this.next ?? this.begin();
  }

  private begin(): Promise<void> {
    this.present = this.work().finally(() => (this.present = undefined));
    return this.present;
  }

  private async after(present: Promise<void>): Promise<void> {
    // Its failure is told to those who asked for it.
    await present.catch(() => undefined);
    this.next = undefined;
    await this.begin();
  }
}
