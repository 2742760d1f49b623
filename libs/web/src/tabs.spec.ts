import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { tabChannel } from './tabs';

const silent = globalThis.BroadcastChannel;
const open = new Set<LoudChannel>();

/** Speaks to all others of its name, as a browser's do, in the same page as well. */
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

describe('what a tab tells', () => {
  it('is heard by the others of its name, and not by itself', () => {
    const heard: string[] = [];
    const here = tabChannel<string>('likes');
    here.hear((word) => heard.push(`here: ${word}`));
    tabChannel<string>('likes').hear((word) => heard.push(`there: ${word}`));
    tabChannel<string>('follows').hear((word) => heard.push(`elsewhere: ${word}`));

    here.tell('goal');

    expect(heard).toEqual(['there: goal']);
  });

  it('is heard no more by one that has stopped', () => {
    const heard: string[] = [];
    const stop = tabChannel<string>('likes').hear((word) => heard.push(word));

    stop();
    tabChannel<string>('likes').tell('goal');

    expect(heard).toEqual([]);
  });
});
