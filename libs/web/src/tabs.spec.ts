import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { tabChannel } from './tabs';

const silent = globalThis.BroadcastChannel;
const open = new Set<LoudChannel>();

/** A fake BroadcastChannel: it delivers to all others of its name, also in the same page. */
class LoudChannel extends EventTarget {
  constructor(readonly name: string) {
    super();
    open.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of open) {
      if (other === this || other.name !== this.name) continue;
      other.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
}

beforeEach(() => {
  Object.assign(globalThis, { BroadcastChannel: LoudChannel });
});
afterEach(() => {
  open.clear();
  Object.assign(globalThis, { BroadcastChannel: silent });
});

describe('tabChannel', () => {
  it('delivers messages to other subscribers of the name, not to the sender', () => {
    const received: string[] = [];
    const here = tabChannel<string>('likes');
    here.subscribe((word) => received.push(`here: ${word}`));
    tabChannel<string>('likes').subscribe((word) => received.push(`there: ${word}`));
    tabChannel<string>('follows').subscribe((word) => received.push(`elsewhere: ${word}`));

    here.post('goal');

    expect(received).toEqual(['there: goal']);
  });

  it('delivers nothing after unsubscribing', () => {
    const received: string[] = [];
    const stop = tabChannel<string>('likes').subscribe((word) => received.push(word));

    stop();
    tabChannel<string>('likes').post('goal');

    expect(received).toEqual([]);
  });
});
