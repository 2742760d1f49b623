import { fakeIndexedDb } from '@kickoff/testing/fake-indexed-db';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';

import { callApi } from './api';
import { sweepDeviceData } from './device-data';
import { adminOwner, storeFiles, useDraft } from './drafts';
import { logOut } from './log-out';
import { writeSession, readSession } from './session-storage';
import { addRecentlyUsed, recentlyUsed } from './recently-used';
import { sessionToken, startSession, useSession } from './session';
import { sweep } from './sweep';

const ALICE = 'a'.repeat(24);
const BOB = 'b'.repeat(24);
const DAYS_MS = 24 * 60 * 60_000;

let files: ReturnType<typeof fakeIndexedDb>;

const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`;
/** Types in a field as its page does, with a picture. */
const write = async (owner: string) => {
  const { result, unmount } = renderHook(() => useDraft(owner, 'post'));
  act(() => result.current.change({ text: 'Half a sentence', files: `${owner} picture` }));
  await storeFiles(owner, `${owner} picture`, { image: new File(['x'], 'x.webp') });
  unmount();
};
/** A list of posts: it stores its position when it unmounts. */
const useStoredList = () => {
  const token = useSession('fan');
  useLayoutEffect(
    () => (token === null ? undefined : () => writeSession('post-lists', { posts: ['private'] })),
    [token],
  );
};
const unmounted = () => act(() => new Promise((resolve) => setTimeout(resolve)));
const drafts = () => Object.keys(localStorage).filter((name) => name.startsWith('kickoff:draft:'));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  files = fakeIndexedDb();
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('Device data of a fan', () => {
  it('is removed at logout: drafts, pictures, recently used items and list snapshots', async () => {
    startSession('fan', tokenOf(ALICE));
    await write(ALICE);
    addRecentlyUsed('emoji', 'ball');
    writeSession('post-lists', { posts: ['private'] });
    document.cookie = 'kickoff_feed=following; path=/';

    await logOut('fan');

    expect(drafts()).toEqual([]);
    expect(Object.keys(localStorage)).toEqual([]);
    expect(readSession('post-lists')).toBeUndefined();
    expect(document.cookie).not.toContain('kickoff_feed');
    await waitFor(() => expect(files.keys('files')).toEqual([]));
  });

  it('is removed at logout even if a list stores it when it unmounts', async () => {
    // A login removes it as well, some time later.
    localStorage.setItem('AuthToken', tokenOf(ALICE));
    renderHook(useStoredList);

    await act(() => logOut('fan'));
    await unmounted();

    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('is removed from every tab when one of them logs out', async () => {
    startSession('fan', tokenOf(ALICE));
    await write(ALICE);
    sweep();
    renderHook(useStoredList);

    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'AuthToken' })));
    await unmounted();

    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('is removed from a tab that opens after the logout', async () => {
    startSession('fan', tokenOf(ALICE));
    await write(ALICE);
    writeSession('post-lists', { posts: ['private'] });
    localStorage.clear();

    sweep();

    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('is removed from every tab when another fan logs in in one of them', () => {
    localStorage.setItem('AuthToken', tokenOf(ALICE));
    writeSession('post-lists', { posts: ['private'] });
    sweep();

    localStorage.setItem('AuthToken', tokenOf(BOB));
    window.dispatchEvent(new StorageEvent('storage', { key: 'AuthToken' }));

    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('is retained in a tab while other tabs write unrelated keys', async () => {
    const otherTabWrites = () =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'kickoff:preference:theme' }));
    localStorage.setItem('AuthToken', tokenOf(ALICE));
    sweep();
    // Sweeps of earlier tests still follow the sessions.
    otherTabWrites();
    await unmounted();
    await write(ALICE);
    writeSession('post-lists', { posts: ['own'] });

    otherTabWrites();
    await unmounted();

    expect(Object.keys(sessionStorage)).toHaveLength(2);
  });

  it('is cleared from an open field at logout', async () => {
    startSession('fan', tokenOf(ALICE));
    const { result } = renderHook(() => useDraft(ALICE, 'post'));
    act(() => result.current.write('Half a sentence'));

    await act(() => logOut('fan'));

    expect(result.current.text).toBe('');
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it('is retained for the same fan when the session expires', async () => {
    startSession('fan', tokenOf(ALICE));
    await write(ALICE);
    addRecentlyUsed('emoji', 'ball');
    jest
      .mocked(globalThis.fetch)
      .mockImplementation(() => Promise.resolve(new Response('', { status: 401 })));
    await expect(callApi('/api/user/profile', { as: 'fan' })).rejects.toThrow();
    expect(sessionToken('fan')).toBeNull();

    startSession('fan', `${tokenOf(ALICE)}2`);

    expect(renderHook(() => useDraft(ALICE, 'post')).result.current.text).toBe('Half a sentence');
    expect(recentlyUsed('emoji')).toEqual(['ball']);
    expect(files.keys('files')).toHaveLength(1);
  });

  it('is removed when another fan logs in on the device', async () => {
    startSession('fan', tokenOf(ALICE));
    await write(ALICE);
    addRecentlyUsed('emoji', 'ball');

    startSession('fan', tokenOf(BOB));

    await waitFor(() => expect(drafts()).toEqual([]));
    expect(recentlyUsed('emoji')).toEqual([]);
    await waitFor(() => expect(files.keys('files')).toEqual([]));
  });

  it('is removed from the tab in which another fan logs in after the session has expired', async () => {
    writeSession('post-lists', { posts: ['private'] });

    startSession('fan', tokenOf(BOB));

    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
  });

  it('is retained when an admin logs in or out on the device', async () => {
    startSession('fan', tokenOf(ALICE));
    await write(ALICE);

    startSession('admin', tokenOf(BOB));
    await logOut('admin');

    expect(drafts()).toHaveLength(1);
    expect(files.keys('files')).toHaveLength(1);
  });

  it('expires after 14 days', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    startSession('fan', tokenOf(ALICE));
    await write(ALICE);
    addRecentlyUsed('emoji', 'ball');

    jest.setSystemTime(Date.now() + 14 * DAYS_MS - 1);
    sweepDeviceData();
    expect(drafts()).toHaveLength(1);
    expect(recentlyUsed('emoji')).toEqual(['ball']);
    jest.setSystemTime(Date.now() + 1);

    expect(renderHook(() => useDraft(ALICE, 'post')).result.current.text).toBe('');
    expect(recentlyUsed('emoji')).toEqual([]);
    sweepDeviceData();
    expect(drafts()).toEqual([]);
    expect(Object.keys(localStorage)).toEqual(['AuthToken']);
    jest.useRealTimers();
    await waitFor(() => expect(files.keys('files')).toEqual([]));
  });

  it('excludes files without a draft after a sweep', async () => {
    await write(ALICE);
    await storeFiles(ALICE, 'left over', { image: new File(['x'], 'x.webp') });

    sweepDeviceData();

    await waitFor(() => expect(files.keys('files')).toEqual([`${ALICE}:${ALICE} picture`]));
  });
});

describe('Device data of an admin', () => {
  it("is removed at logout without the fan's data", async () => {
    startSession('fan', tokenOf(ALICE));
    startSession('admin', tokenOf(BOB));
    await write(ALICE);
    await write(adminOwner(BOB));

    await logOut('admin');

    expect(drafts()).toEqual([expect.stringContaining(ALICE)]);
    await waitFor(() => expect(files.keys('files')).toEqual([`${ALICE}:${ALICE} picture`]));
  });

  it('is retained when another admin logs in and out', async () => {
    startSession('admin', tokenOf(ALICE));
    await write(adminOwner(ALICE));

    startSession('admin', tokenOf(BOB));
    await logOut('admin');

    expect(drafts()).toEqual([expect.stringContaining(adminOwner(ALICE))]);
  });
});
