import type { LiveEvent } from '@kickoff/web';
import { jest } from '@jest/globals';

type Share = (onState: (isOn: boolean) => void) => () => void;

/** A tab has its own module instances in the same browser. */
export class Tab {
  received: LiveEvent[] = [];
  /** Number of events sent when the page last refetched: it has all of those. */
  fetched = 0;
  states: boolean[] = [];
  isOpen = false;
  private stop: () => void = () => undefined;

  private constructor(private readonly share: Share) {}

  /** @param countSent returns the number of events that the server has sent */
  static async make(countSent: () => number): Promise<Tab> {
    jest.resetModules();
    const { onLiveEvent } = await import('@kickoff/web');
    const { shareLive } = await import('../fan/live/share-live');
    const tab = new Tab(shareLive);
    onLiveEvent((happening) => {
      tab.received.push(happening);
      if (happening.name === 'missed') tab.fetched = countSent();
    });
    return tab;
  }

  async open(): Promise<void> {
    this.received = [];
    this.fetched = 0;
    this.states = [];
    this.isOpen = true;
    this.stop = this.share((isOn) => this.states.push(isOn));
    await jest.advanceTimersByTimeAsync(0);
  }

  close(): void {
    this.isOpen = false;
    this.stop();
  }

  get posts(): string[] {
    return this.received.flatMap((happening) =>
      happening.name === 'post.created' ? happening.data._id : [],
    );
  }

  get misses(): number {
    return this.received.filter(({ name }) => name === 'missed').length;
  }
}
