import { WATCH_CHANNEL, type WatchMessage } from '@kickoff/contracts';
import { fakeLive } from '@kickoff/testing/fake-live';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { watchMatch } from './watch-match';

let stated: (readonly string[])[];
let shell: BroadcastChannel;

/** Delivers pending messages. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

fakeLive();
beforeEach(() => {
  stated = [];
  shell = new BroadcastChannel(WATCH_CHANNEL);
  shell.addEventListener('message', ({ data }: MessageEvent<WatchMessage>) => {
    if (data.kind === 'watch') stated.push(data.ids);
  });
});

afterEach(() => shell.close());

describe('watchMatch', () => {
  it('publishes the watched matches after each change', async () => {
    const stopOne = watchMatch('one');
    const stopTwo = watchMatch('two');
    stopOne();
    stopTwo();
    await settled();

    expect(stated).toEqual([['one'], ['one', 'two'], ['two'], []]);
  });

  it('publishes the watched matches again on request while any is watched', async () => {
    const stop = watchMatch('one');
    await settled();

    shell.postMessage({ kind: 'ask' } satisfies WatchMessage);
    await settled();
    expect(stated).toEqual([['one'], ['one']]);
    stop();
    shell.postMessage({ kind: 'ask' } satisfies WatchMessage);
    await settled();

    expect(stated).toEqual([['one'], ['one'], []]);
  });
});
