import { UNREAD_HEADER, type Notification } from '@kickoff/contracts';
import { anOwnProfile } from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { fakeLive } from '@kickoff/testing/fake-live';
import {
  onToast,
  replaceAddress,
  ServerState,
  startSession,
  emitLiveEvent,
  useOwnProfile,
} from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { BellButton } from '../Bell';
import LiveBell from './LiveBell';

const NEWEST = 'GET /api/notifications?limit=10';
const READ = 'POST /api/notifications/read';

const aLike = (at: number, read = false): Notification => ({
  _id: at.toString(16).padStart(24, '0'),
  kind: 'like',
  actors: [{ _id: 'a'.repeat(24), username: 'Ann', profilePicture: '' }],
  count: 5,
  target: { type: 'post', id: `p${at}` },
  read,
  createdAt: '2026-11-21T17:40:00.000Z',
});

let api: ReturnType<typeof fakeApi>;
const answers = (items: readonly Notification[], unread: number) =>
  api.on(NEWEST, () => Response.json(items, { headers: { [UNREAD_HEADER]: String(unread) } }));

beforeEach(() => {
  fakeLive();
  replaceAddress('/home');
  startSession('fan', 'token');
  document.title = 'Home';
  api = fakeApi();
  api.on(READ, () => new Response(null, { status: 204 }));
  answers([], 0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = () =>
  render(
    <ServerState of="fan">
      <BellButton Live={LiveBell} />
    </ServerState>,
  );
const bell = (name: string) => screen.findByRole('button', { name });
const list = () => screen.findByRole('dialog', { name: 'Notifications' });

describe('LiveBell', () => {
  it("updates the unread count and the page's title on events", async () => {
    const { unmount } = open();
    await bell('Notifications');

    answers([aLike(1), aLike(2)], 2);
    act(() => emitLiveEvent({ name: 'notification', data: aLike(2) }));

    await bell('Notifications, 2 new');
    expect(document.title).toMatch(/^\(2\) /);
    unmount();
    expect(document.title).not.toMatch(/^\(/);
  });

  it('shows 99+ for a larger count', async () => {
    answers([aLike(1)], 240);
    open();

    expect(await bell('Notifications, 99+ new')).toHaveTextContent('99+');
  });

  it('refetches after missed events', async () => {
    open();
    await bell('Notifications');
    answers([aLike(1)], 1);

    act(() => emitLiveEvent({ name: 'missed' }));

    await bell('Notifications, 1 new');
  });

  it('refetches the own profile after a follow', async () => {
    const hasFollowers = (followersCount: number) =>
      api.on('GET /api/user/profile', () => json(anOwnProfile({ followersCount })));
    function Followers() {
      return <p>Followers: {useOwnProfile().data?.followersCount}</p>;
    }
    hasFollowers(0);
    render(
      <ServerState of="fan">
        <BellButton Live={LiveBell} />
        <Followers />
      </ServerState>,
    );
    await screen.findByText('Followers: 0');

    hasFollowers(1);
    act(() => emitLiveEvent({ name: 'notification', data: { ...aLike(1), kind: 'follow' } }));

    await screen.findByText('Followers: 1');
  });

  it('marks listed notifications as read but shows them as new while open', async () => {
    answers([aLike(1), aLike(2, true)], 1);
    open();

    await userEvent.click(await bell('Notifications, 1 new'));

    await list();
    await waitFor(() =>
      expect(api.sent(READ).map(({ body }) => body)).toEqual([{ ids: [aLike(1)._id] }]),
    );
    await bell('Notifications');
    const links = screen.getAllByRole('link', { name: /^Ann and 4 others liked your post/ });
    expect(links.map((link) => link.textContent.includes('(new)'))).toEqual([true, false]);
  });

  it('counts listed notifications as read once and shows none as new when it opens again', async () => {
    answers([aLike(1), aLike(2)], 5);
    open();
    await userEvent.click(await bell('Notifications, 5 new'));
    await userEvent.click(await bell('Notifications, 3 new'));
    expect(screen.queryByRole('dialog')).toBeNull();

    await userEvent.click(await bell('Notifications, 3 new'));

    await list();
    const links = screen.getAllByRole('link', { name: /^Ann and 4 others liked your post/ });
    expect(links.map((link) => link.textContent.includes('(new)'))).toEqual([false, false]);
    expect(api.sent(READ)).toHaveLength(1);
    expect(await bell('Notifications, 3 new')).toBeVisible();
  });

  it('counts no notification twice that a refetch counted before its marking is confirmed', async () => {
    answers([aLike(1), aLike(2)], 5);
    const marking = later(() => new Response(null, { status: 204 }));
    api.on(READ, marking.answer);
    open();
    await userEvent.click(await bell('Notifications, 5 new'));
    await list();
    answers([aLike(1, true), aLike(2)], 4);
    act(() => emitLiveEvent({ name: 'missed' }));
    await bell('Notifications, 4 new');

    marking.arrive();

    expect(await bell('Notifications, 3 new')).toBeVisible();
  });

  it('marks all as read on request, including those not listed', async () => {
    answers([aLike(1)], 40);
    open();
    await userEvent.click(await bell('Notifications, 40 new'));
    await list();
    answers([aLike(1, true)], 0);

    await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }));

    await bell('Notifications');
    expect(api.sent(READ).at(-1)?.body).toEqual({});
    expect(await list()).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull();
  });

  it('shows why marking all as read failed', async () => {
    const toasts: string[] = [];
    const stop = onToast(
      ({ text }) => toasts.push(text),
      () => undefined,
    );
    answers([aLike(1, true)], 40);
    open();
    await userEvent.click(await bell('Notifications, 40 new'));
    await list();
    api.on(READ, () => failure('Half-time', 500));

    await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }));

    await waitFor(() => expect(toasts).toEqual(['Half-time']));
    stop();
  });

  it('shows an empty state without a button to mark all, and closes on Escape', async () => {
    open();
    await userEvent.click(await bell('Notifications'));
    expect(await list()).toHaveTextContent('Nothing new yet.');
    expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await bell('Notifications')).toHaveFocus();
  });

  it('preserves the focus in the open list when notifications are refetched', async () => {
    answers([aLike(1, true)], 0);
    open();
    await userEvent.click(await bell('Notifications'));
    expect(await list()).toHaveFocus();
    await screen.findByRole('link', { name: /^Ann and 4 others/ });
    await userEvent.tab();
    const first = screen.getByRole('link', { name: /^Ann and 4 others/ });
    expect(first).toHaveFocus();

    answers([aLike(2), aLike(1, true)], 1);
    act(() => emitLiveEvent({ name: 'notification', data: aLike(2) }));

    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Ann and/ })).toHaveLength(2));
    expect(first).toHaveFocus();
  });

  it('closes the list when the focus leaves it', async () => {
    open();
    render(<button type="button">Elsewhere</button>);
    await userEvent.click(await bell('Notifications'));
    await list();

    act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
  });

  it('offers a retry if the list fails', async () => {
    api.on(NEWEST, () => json({ error: 'Away', code: 'internal', requestId: 'test' }, 500));
    open();
    await userEvent.click(await bell('Notifications'));
    expect(await list()).toHaveTextContent('Your notifications did not load.');
    answers([aLike(1)], 1);

    await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));

    await screen.findByRole('link', { name: /^Ann and 4 others liked your post/ });
  });
});
