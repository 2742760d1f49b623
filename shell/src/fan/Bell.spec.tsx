import { UNREAD_HEADER } from '@kickoff/contracts';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { fakeLive } from '@kickoff/testing/fake-live';
import { replaceAddress, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Bell } from './Bell';

let api: ReturnType<typeof fakeApi>;

const open = () =>
  render(
    <ServerState of="fan">
      <Bell />
    </ServerState>,
  );
const bell = () => screen.getByRole('button', { name: /^Notifications/ });
/** Waits until the list's code has loaded. */
const loaded = async () => {
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  await waitFor(() => expect(bell()).toHaveAttribute('aria-expanded', 'false'));
};

beforeEach(() => {
  fakeLive();
  replaceAddress('/home');
  startSession('fan', 'token');
  window.sessionStorage.clear();
  api = fakeApi();
  api.on('GET /api/notifications?limit=10', () => json([]));
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('Bell', () => {
  it('shows the last unread count of the tab with the first paint', async () => {
    api.on(
      'GET /api/notifications?limit=10',
      () => new Response('[]', { headers: { [UNREAD_HEADER]: '4' } }),
    );
    const { unmount } = open();
    await loaded();
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 4 new'));
    unmount();

    open();

    expect(bell()).toHaveAccessibleName('Notifications, 4 new');
  });

  it('preserves its element and the focus when its list has loaded', async () => {
    open();
    const before = bell();
    before.focus();

    await loaded();

    expect(bell()).toBe(before);
    expect(before).toHaveFocus();
  });

  it('links to the notifications until its list has loaded', async () => {
    open();

    await userEvent.click(bell());

    expect(location.pathname).toBe('/notifications');
  });

  it('opens its list once loaded', async () => {
    open();
    await loaded();

    await userEvent.click(bell());

    expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeVisible();
    expect(bell()).toHaveAttribute('aria-expanded', 'true');
  });
});
