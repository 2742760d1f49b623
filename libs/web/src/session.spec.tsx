import { PICTURES_CACHE } from '@kickoff/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';

import { callApi } from './api';
import { logOut } from './log-out';
import { forgetSession, sessionToken, startSession, useSession } from './session';
import { sweep } from './sweep';

const answer = (status: number) =>
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      Promise.resolve(
        status === 204 ? new Response(null, { status }) : new Response('', { status }),
      ),
    );

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(window, 'caches');
});

function Token() {
  return <p>{useSession('fan') ?? 'none'}</p>;
}

/** Returns the names of caches that are removed from now on. */
function watchCaches(): string[] {
  const removed: string[] = [];
  // jsdom has no Cache API.
  const keys = () => Promise.resolve([PICTURES_CACHE, 'kickoff-files']);
  const remove = (name: string) => Promise.resolve(removed.push(name));
  Object.assign(window, { caches: { keys, delete: remove } });
  return removed;
}

describe('A session', () => {
  it('is stored under the documented keys', () => {
    startSession('fan', 'fans');
    startSession('admin', 'admins');

    expect(localStorage.getItem('AuthToken')).toBe('fans');
    expect(localStorage.getItem('AdminToken')).toBe('admins');
  });

  it('ends immediately in a tab when another tab logs out', () => {
    startSession('fan', 'token');
    render(<Token />);

    act(() => {
      localStorage.removeItem('AuthToken');
      window.dispatchEvent(new StorageEvent('storage', { key: 'AuthToken' }));
    });

    expect(screen.getByText('none')).toBeDefined();
  });

  it('ends when the back/forward cache restores a page after a logout in another tab', () => {
    startSession('fan', 'token');
    render(<Token />);
    sweep();

    // No event of the storage reaches a page in that cache.
    localStorage.removeItem('AuthToken');
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });

    expect(screen.getByText('none')).toBeDefined();
  });

  it('ends when the server rejects its token', async () => {
    answer(401);
    startSession('fan', 'token');

    await expect(callApi('/api/user/profile', { as: 'fan' })).rejects.toThrow();

    expect(sessionToken('fan')).toBeNull();
  });

  it.each(['fan', 'admin'] as const)(
    'clears the cached pictures when it ends for the audience %s',
    async (audience) => {
      startSession(audience, 'token');
      const removed = watchCaches();

      forgetSession(audience);

      await waitFor(() => expect(removed).toEqual([PICTURES_CACHE]));
    },
  );

  it('clears the cached pictures when a fan logs in, whose predecessor may not have logged out', async () => {
    const removed = watchCaches();

    startSession('fan', 'token');

    await waitFor(() => expect(removed).toEqual([PICTURES_CACHE]));
  });

  it('does not end when the server rejects an earlier token', () => {
    startSession('fan', 'second');

    forgetSession('fan', 'first');

    expect(sessionToken('fan')).toBe('second');
  });
});

describe('logOut', () => {
  it('ends the session on server and device, then opens the landing page', async () => {
    const fetched = answer(204);
    startSession('fan', 'token');
    history.replaceState(null, '', '/home');

    await logOut('fan');

    const [path, request] = fetched.mock.calls[0] ?? [];
    expect(path).toBe('/api/auth/logout');
    expect(request?.method).toBe('POST');
    expect(new Headers(request?.headers).get('Authorization')).toBe('Bearer token');
    expect(sessionToken('fan')).toBeNull();
    expect(location.pathname).toBe('/');
  });

  it('removes the session from the device when the server cannot be reached', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('No network.'));
    startSession('admin', 'token');

    await logOut('admin');

    expect(sessionToken('admin')).toBeNull();
  });
});
