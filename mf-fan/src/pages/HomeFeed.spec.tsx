import { aPost } from '@kickoff/testing';
import { failure, type fakeApi, json, page } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { FEED, openHome, posts, serveHome, shownTexts } from '../test/home-page';
import { onScreen } from '../test/screens';

const NEXT_PAGE = '/api/pt/posts?limit=20&likes=3&comments=2&cursor=two';

let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  server = serveHome();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('Feed', () => {
  it("shows each post with author, text, age and likes, in the server's order", async () => {
    const justNow = new Date().toISOString();
    const author = { _id: 'b'.repeat(24), username: 'diego_fuentes', profilePicture: '' };
    server.on(FEED, () =>
      json([
        aPost({ text: 'Second', user: author, likesCount: 1, createdAt: justNow }),
        aPost({ text: 'First', likesCount: 1212 }),
      ]),
    );

    openHome();

    const newest = within(await screen.findByRole('article', { name: 'diego_fuentes' }));
    expect(newest.getByText('now')).toHaveAttribute('datetime', justNow);
    expect(newest.getByText('1 like')).toBeVisible();
    expect(posts().getByText('1,212 likes')).toBeVisible();
    expect(shownTexts()).toEqual(['Second', 'First']);
  });

  it('links web addresses without a referrer', async () => {
    server.on(FEED, () => json([aPost({ text: 'See https://a.example/b.' })]));

    openHome();

    const link = await screen.findByRole('link', { name: 'https://a.example/b' });
    expect(link).toHaveAttribute('href', 'https://a.example/b');
    expect(link).toHaveAttribute('rel', 'nofollow noopener ugc');
  });

  it('loads the next page, and shows its end', async () => {
    server.on(FEED, () => page([aPost({ text: 'New' })], { next: NEXT_PAGE }));
    server.on(`GET ${NEXT_PAGE}`, () => json([aPost({ text: 'Old' })]));
    openHome();

    await userEvent.click(await screen.findByRole('button', { name: 'Show more posts' }));

    expect(await screen.findByText('You are all caught up')).toBeVisible();
    expect(shownTexts()).toEqual(['New', 'Old']);
    expect(screen.queryByRole('button', { name: 'Show more posts' })).toBeNull();
  });

  it.each([
    { where: 'by itself near its end on a desktop', isDesktop: true, loaded: ['New', 'Old'] },
    { where: 'only when asked on a phone', isDesktop: false, loaded: ['New'] },
  ])('loads more $where', async ({ isDesktop, loaded }) => {
    onScreen({ isDesktop });
    server.on(FEED, () => page([aPost({ text: 'New' })], { next: NEXT_PAGE }));
    server.on(`GET ${NEXT_PAGE}`, () => json([aPost({ text: 'Old' })]));

    openHome();
    await screen.findByText('New');
    if (isDesktop) await screen.findByText('You are all caught up');

    expect(shownTexts()).toEqual(loaded);
  });

  it('shows an empty state', async () => {
    server.on(FEED, () => json([]));

    openHome();

    expect(await screen.findByText('No posts yet. Yours can be the first.')).toBeVisible();
  });

  it("shows 'Failed to fetch posts', and loads on Retry", async () => {
    server.on(FEED, () => failure('It broke', 500));
    openHome();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch posts');

    server.on(FEED, () => json([aPost({ text: 'There' })]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('There')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('loads by itself once the connection is back', async () => {
    server.on(FEED, () => failure('It broke', 500));
    openHome();
    await screen.findByText('Failed to fetch posts');
    const reconnect = () =>
      act(() => {
        window.dispatchEvent(new Event('offline'));
        window.dispatchEvent(new Event('online'));
      });

    server.on(FEED, () => json([aPost({ text: 'There' })]));
    reconnect();
    expect(await screen.findByText('There')).toBeVisible();

    const calls = server.sent(FEED).length;
    reconnect();
    expect(server.sent(FEED)).toHaveLength(calls);
  });

  it('preserves loaded posts when the next page fails, and loads it on Retry', async () => {
    server.on(FEED, () => page([aPost({ text: 'New' })], { next: NEXT_PAGE }));
    server.on(`GET ${NEXT_PAGE}`, () => failure('It broke', 500));
    openHome();
    await userEvent.click(await screen.findByRole('button', { name: 'Show more posts' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch posts');
    expect(shownTexts()).toEqual(['New']);

    server.on(`GET ${NEXT_PAGE}`, () => json([aPost({ text: 'Old' })]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    await posts().findByText('Old');
    expect(shownTexts()).toEqual(['New', 'Old']);
  });
});
