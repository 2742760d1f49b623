import type { Notification } from '@kickoff/contracts';
import { aFan } from '@kickoff/testing';
import { failure, fakeApi, json, page } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import NotificationsPage from './NotificationsPage';

const LIST = 'GET /api/notifications?limit=20';
const NEXT = '/api/notifications?limit=20&cursor=two';
const READ = 'POST /api/notifications/read';

const [ann, bob, cat] = ['Ann', 'Bob', 'Cat'].map((username) => aFan({ username }));
let number = 0;
function aNotification(over: Partial<Notification> = {}): Notification {
  number += 1;
  return {
    _id: `${number}`.padStart(24, '0'),
    kind: 'like',
    actors: ann ? [ann] : [],
    count: 1,
    target: { type: 'post', id: 'p1' },
    read: true,
    createdAt: new Date().toISOString(),
    ...over,
  };
}

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  window.localStorage.clear();
  startSession('fan', 'token');
  api = fakeApi();
  api.on(READ, () => new Response(null, { status: 204 }));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = () =>
  render(
    <ServerState of="fan">
      <NotificationsPage />
    </ServerState>,
  );

describe('NotificationsPage', () => {
  it('shows each notification as a sentence with a link', async () => {
    const actors = [ann, bob, cat].flatMap((fan) => fan ?? []);
    api.on(LIST, () =>
      json([
        aNotification({ actors, count: 5 }),
        aNotification({ kind: 'comment', actors: actors.slice(0, 2), count: 2, afterMine: true }),
        aNotification({ kind: 'follow', target: { type: 'user', id: 'me' } }),
        aNotification({
          kind: 'team',
          actors: [],
          target: { type: 'match', id: 'm1' },
          text: 'Goal: Harbour 1–0 Hilltop',
        }),
      ]),
    );

    open();

    const link = async (name: RegExp) =>
      (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await link(/^Ann and 4 others liked your post/)).toBe('/p/p1');
    expect(await link(/^Ann and Bob also commented on a post/)).toBe('/p/p1');
    expect(await link(/^Ann started to follow you/)).toBe('/user/Ann');
    expect(await link(/^Goal: Harbour 1–0 Hilltop/)).toBe('/match/m1');
    expect(api.sent(READ)).toEqual([]);
  });

  it('marks visible notifications as read, once', async () => {
    const unread = aNotification({ read: false });
    api.on(LIST, () => json([unread, aNotification()]));

    open();

    expect(await screen.findByRole('link', { name: /[(]new[)]/ })).toBeTruthy();
    await waitFor(() => {
      expect(api.sent(READ).map(({ body }) => body)).toEqual([{ ids: [unread._id] }]);
    });
  });

  it('marks all as read on request, and moves the focus to the list', async () => {
    api.on(LIST, () => json([aNotification({ read: false })]));
    open();
    const button = await screen.findByRole('button', { name: 'Mark all read' });
    api.on(LIST, () => json([aNotification()]));

    await userEvent.click(button);

    expect(api.sent(READ).map(({ body }) => body)).toContainEqual({});
    await waitFor(() => expect(button).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: 'Notifications' })).toHaveFocus();
  });

  it("offers 'Mark all read' only while something is unread", async () => {
    api.on(LIST, () => json([aNotification()]));

    open();

    await screen.findByRole('link', { name: /^Ann liked your post/ });
    expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull();
  });

  it('quotes the text of a comment', async () => {
    api.on(LIST, () =>
      json([
        aNotification({ kind: 'comment', excerpt: 'What a save by Nora' }),
        aNotification({ kind: 'reply', excerpt: 'Great shot' }),
      ]),
    );

    open();

    const quoted = async (name: RegExp) =>
      (await screen.findByRole('link', { name })).querySelector('q')?.textContent;
    expect(await quoted(/^Ann commented on your post/)).toBe('What a save by Nora');
    expect(await quoted(/^Ann replied to your story/)).toBe('Great shot');
    expect(screen.getByText('Great shot')).toHaveAttribute('dir', 'auto');
  });

  it('loads more on request', async () => {
    api.on(LIST, () => page([aNotification()], { next: NEXT }));
    api.on(`GET ${NEXT}`, () => json([aNotification({ actors: bob ? [bob] : [] })]));
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));

    expect(await screen.findByRole('link', { name: /^Bob liked your post/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('shows an empty state', async () => {
    api.on(LIST, () => json([]));

    open();

    expect(await screen.findByText('Nothing new yet.')).toBeTruthy();
  });

  it('shows an error with a retry', async () => {
    api.on(LIST, () => failure('The server is resting', 500));
    open();
    await screen.findByText('Your notifications did not load.');

    api.on(LIST, () => json([aNotification()]));
    await userEvent.click(screen.getByRole('button', { name: /retry|again/i }));

    expect(await screen.findByRole('link', { name: /^Ann liked your post/ })).toBeTruthy();
  });
});
