import { FROM_CACHE_HEADER } from '@kickoff/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { clearOfflineCache, isOffline, cacheResponse } from './offline-cache';

const PROFILE = '/api/user/profile';
const TOKEN = 'token-of-a-session-of-mine';
/** The cached paths, by cache. */
let cached: Map<string, string[]>;

beforeEach(() => {
  cached = new Map();
  // jsdom has no Cache API.
  Object.assign(window, {
    caches: {
      keys: () => Promise.resolve([...cached.keys()]),
      delete: (name: string) => Promise.resolve(cached.delete(name)),
      open: (name: string) =>
        Promise.resolve({
          put: (path: string) => {
            cached.set(name, [...(cached.get(name) ?? []), path]);
            return Promise.resolve();
          },
        }),
    },
  });
});
afterEach(() => cacheResponse(PROFILE, new Response(), null));

/** Flushes pending promises. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const fromDevice = () => new Response('{}', { headers: { [FROM_CACHE_HEADER]: '1' } });

describe('cacheResponse', () => {
  it('stores the profile but no response outside the list', async () => {
    cacheResponse(PROFILE, new Response('{}'), TOKEN);
    cacheResponse('/api/user/sessions', new Response('[]'), TOKEN);
    await settled();

    expect([...cached.values()]).toEqual([[PROFILE]]);
  });

  it('stores nothing without a session and no response from the cache', async () => {
    cacheResponse(PROFILE, new Response('{}'), null);
    cacheResponse(PROFILE, fromDevice(), TOKEN);
    await settled();

    expect(cached.size).toBe(0);
  });

  it('clears only its own caches with the session', async () => {
    cacheResponse(PROFILE, new Response('{}'), TOKEN);
    cached.set('of another page', []);
    await settled();

    clearOfflineCache();
    await settled();

    expect([...cached.keys()]).toEqual(['of another page']);
  });

  it('stores no response that completes after the end of the session', async () => {
    cacheResponse(PROFILE, new Response('{}'), TOKEN);
    clearOfflineCache();
    await settled();

    expect(cached.size).toBe(0);
  });
});

describe('isOffline', () => {
  it('returns true after a response from the cache', () => {
    cacheResponse(PROFILE, fromDevice(), TOKEN);
    expect(isOffline()).toBe(true);

    cacheResponse(PROFILE, new Response('{}'), TOKEN);
    expect(isOffline()).toBe(false);
  });
});
