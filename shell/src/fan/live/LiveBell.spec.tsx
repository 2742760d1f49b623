import { UNREAD_HEADER, type Notification } from '@kickoff/contracts';
import { anOwnProfile } from '@kickoff/testing';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { fakeLive } from '@kickoff/testing/fake-live';
import {
  onToast,
  replaceAddress,
  ServerState,
  startSession,
  tellLive,
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

describe('the bell', () => {
  it('counts what is unread, in the title of the page too, and anew when something is told', async () => {
    const { unmount } = open();
    await bell('Notifications');

    answers([aLike(1), aLike(2)], 2);
    act(() => tellLive({ name: 'notification', data: aLike(2) }));

    await bell('Notifications, 2 new');
    expect(document.title).toMatch(/^\(2\) /);
    unmount();
    expect(document.title).not.toMatch(/^\(/);
  });

  it('shows no number of three digits', async () => {
    answers([aLike(1)], 240);
    open();

    expect(await bell('Notifications, 99+ new')).toHaveTextContent('99+');
  });

  it('asks again where something may have been missed', async () => {
    open();
    await bell('Notifications');
    answers([aLike(1)], 1);

    act(() => tellLive({ name: 'missed' }));

    await bell('Notifications, 1 new');
  });

  it('brings the own profile up to date when somebody follows', async () => {
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
    act(() => tellLive({ name: 'notification', data: { ...aLike(1), kind: 'follow' } }));

    await screen.findByText('Followers: 1');
  });

  it('opens a list in which what is seen counts as read, and looks new for as long as it is seen', async () => {
    answers([aLike(1), aLike(2, true)], 1);
    open();

    await userEvent.click(await bell('Notifications, 1 new'));

    await list();
    await waitFor(() =>
      expect(api.sent(READ).map(({ body }) => body)).toEqual([{ ids: [aLike(1)._id] }]),
    );
    await bell('Notifications');
    const links = screen.getAllByRole('link', { name: /^Ann and 4 others liked your post/ });
    expect(links.map((link) => link.classList.contains('ko-opt--new'))).toEqual([true, false]);
  });

  it('marks all as read, those not shown too, when it is asked to', async () => {
    answers([aLike(1)], 40);
    open();
    await userEvent.click(await bell('Notifications, 40 new'));
    await list();
    answers([aLike(1, true)], 0);

    await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }));

    await bell('Notifications');
    expect(api.sent(READ).at(-1)?.body).toEqual({});
  });

  it('says why not all could be marked', async () => {
    const toasts: string[] = [];
    const stop = onToast(
      ({ text }) => toasts.push(text),
      () => undefined,
    );
    open();
    await userEvent.click(await bell('Notifications'));
    await list();
    api.on(READ, () => failure('Half-time', 500));

    await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }));

    await waitFor(() => expect(toasts).toEqual(['Half-time']));
    stop();
  });

  it('says when nothing is new, and goes with Escape', async () => {
    open();
    await userEvent.click(await bell('Notifications'));
    expect(await list()).toHaveTextContent('Nothing new yet.');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await bell('Notifications')).toHaveFocus();
  });

  it('leaves the focus where it is in the open list when notifications are fetched again', async () => {
    answers([aLike(1, true)], 0);
    open();
    await userEvent.click(await bell('Notifications'));
    expect(await list()).toHaveFocus();
    await screen.findByRole('link', { name: /^Ann and 4 others/ });
    await userEvent.tab();
    const first = screen.getByRole('link', { name: /^Ann and 4 others/ });
    expect(first).toHaveFocus();

    answers([aLike(2), aLike(1, true)], 1);
    act(() => tellLive({ name: 'notification', data: aLike(2) }));

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

  it('offers another try where the list could not be fetched', async () => {
    api.on(NEWEST, () => json({ error: 'Away', code: 'internal', requestId: 'test' }, 500));
    open();
    await userEvent.click(await bell('Notifications'));
    expect(await list()).toHaveTextContent('Failed to fetch notifications');
    answers([aLike(1)], 1);

    await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));

    await screen.findByRole('link', { name: /^Ann and 4 others liked your post/ });
  });
});
