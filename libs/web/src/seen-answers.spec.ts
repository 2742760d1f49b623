import { SEEN_HEADER } from '@kickoff/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { forgetSeen, isOffline, noteAnswer } from './seen-answers';

const PROFILE = '/api/user/profile';
const TOKEN = 'token-of-a-session-of-mine';
/** What this device keeps, by cache. */
let kept: Map<string, string[]>;

beforeEach(() => {
  kept = new Map();
  // What jsdom has not.
  Object.assign(window, {
    caches: {
      keys: () => Promise.resolve([...kept.keys()]),
      delete: (name: string) => Promise.resolve(kept.delete(name)),
      open: (name: string) =>
        Promise.resolve({
          put: (path: string) => {
            kept.set(name, [...(kept.get(name) ?? []), path]);
            return Promise.resolve();
          },
        }),
    },
  });
});
afterEach(() => noteAnswer(PROFILE, new Response(), null));

/** Lets go on what was begun and not waited for. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const fromDevice = () => new Response('{}', { headers: { [SEEN_HEADER]: '1' } });

describe('what a fan may read offline', () => {
  it('is the profile among others, and nothing that is not for it', async () => {
    noteAnswer(PROFILE, new Response('{}'), TOKEN);
    noteAnswer('/api/user/sessions', new Response('[]'), TOKEN);
    await settled();

    expect([...kept.values()]).toEqual([[PROFILE]]);
  });

  it('is kept for nobody without a session, and not again from the device', async () => {
    noteAnswer(PROFILE, new Response('{}'), null);
    noteAnswer(PROFILE, fromDevice(), TOKEN);
    await settled();

    expect(kept.size).toBe(0);
  });

  it('leaves the device with the session, and nothing else does', async () => {
    noteAnswer(PROFILE, new Response('{}'), TOKEN);
    kept.set('of another page', []);
    await settled();

    forgetSeen();
    await settled();

    expect([...kept.keys()]).toEqual(['of another page']);
  });

  it('does not come back with an answer that was on its way when the session ended', async () => {
    noteAnswer(PROFILE, new Response('{}'), TOKEN);
    forgetSeen();
    await settled();

    expect(kept.size).toBe(0);
  });
});

describe('the connection', () => {
  it('counts as away while the last answer came from the device', () => {
    noteAnswer(PROFILE, fromDevice(), TOKEN);
    expect(isOffline()).toBe(true);

    noteAnswer(PROFILE, new Response('{}'), TOKEN);
    expect(isOffline()).toBe(false);
  });
});
