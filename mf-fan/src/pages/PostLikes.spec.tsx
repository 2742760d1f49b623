import { failure, json, later, page } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { button, findButton } from '../test/buttons';
import { hana, me, myself } from '../test/fans';
import { type PostServer, servePost } from '../test/post-page';
import { collectedToasts } from '../test/toasts';

let server: PostServer;
const toasts = collectedToasts();

beforeEach(() => {
  server = servePost();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('The like button of a post', () => {
  const LIKE = () => `POST ${server.path('/like')}`;

  it('is shown at once and counted by the server', async () => {
    const answer = later(() => json({ ...server.post(), liked: true, likesCount: 12 }));
    server.has({ likesCount: 10 });
    server.on(LIKE(), answer.answer);
    server.open();

    await userEvent.click(await findButton('Like'));
    expect(button('Like')).toHaveAttribute('aria-pressed', 'true');
    expect(button('11 likes')).toBeVisible();

    act(() => answer.arrive());
    expect(await findButton('12 likes')).toBeVisible();
    expect(server.sent(LIKE()).map(({ body }) => body)).toEqual([{ liked: true }]);
  });

  it('is reverted on failure with the reason beside it', async () => {
    server.on(LIKE(), () => failure('Too many likes for now', 429));
    server.open();

    await userEvent.click(await findButton('Like'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Too many likes for now');
    expect(button('Like')).toHaveAttribute('aria-pressed', 'false');
    expect(button('0 likes')).toBeVisible();
  });

  it('removes a post that no longer exists, with a message', async () => {
    server.on(LIKE(), () => failure('This post does not exist', 404));
    server.open();

    await userEvent.click(await findButton('Like'));

    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(toasts.map(({ text }) => text)).toEqual(['This post does not exist']);
  });

  it('ends with the last choice when clicked again in flight', async () => {
    const first = later(() => json({ ...server.post(), liked: true, likesCount: 1 }));
    server.on(LIKE(), first.answer);
    server.open();
    await userEvent.click(await findButton('Like'));
    await userEvent.click(button('Like'));
    server.on(LIKE(), () => json({ ...server.post(), liked: false, likesCount: 0 }));

    act(() => first.arrive());

    await waitFor(() => expect(server.sent(LIKE())).toHaveLength(2));
    expect(server.sent(LIKE()).map(({ body }) => body)).toEqual([
      { liked: true },
      { liked: false },
    ]);
    await waitFor(() => expect(button('0 likes')).toBeVisible());
    expect(button('Like')).toHaveAttribute('aria-pressed', 'false');
  });

  it("shows the server's state when both of two quick choices fail", async () => {
    const first = later(() => failure('It broke', 500));
    server.on(LIKE(), first.answer);
    server.open();
    await userEvent.click(await findButton('Like'));
    await userEvent.click(button('Like'));
    server.on(LIKE(), () => failure('It broke again', 500));

    act(() => first.arrive());

    expect(await screen.findByRole('alert')).toHaveTextContent('It broke again');
    expect(button('Like')).toHaveAttribute('aria-pressed', 'false');
    expect(button('0 likes')).toBeVisible();
  });
});

describe("The popup 'Liked by'", () => {
  const LIKES = () => `GET ${server.path('/likes?limit=50')}`;
  const popup = () => screen.findByRole('dialog', { name: 'Liked by' });

  it('lists the likers page by page', async () => {
    server.has({ likesCount: 2 });
    server.on(LIKES(), () => page([hana], { next: server.path('/likes?limit=50&cursor=two') }));
    server.on(`GET ${server.path('/likes?limit=50&cursor=two')}`, () => json([myself]));
    server.open();

    await userEvent.click(await findButton('2 likes'));
    const list = within(await popup());
    expect(await list.findByRole('link', { name: 'hana.sato' })).toBeVisible();
    await userEvent.click(list.getByRole('button', { name: 'Show more' }));

    expect(await list.findByRole('link', { name: me.username })).toHaveAttribute(
      'href',
      '/profile',
    );
    expect(list.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect((await popup()).contains(document.activeElement)).toBe(true);
  });

  it("does not show 'No likes yet' for a page of hidden fans", async () => {
    const next = server.path('/likes?limit=50&cursor=two');
    server.has({ likesCount: 1 });
    server.on(LIKES(), () => page([], { next }));
    server.on(`GET ${next}`, () => json([hana]));
    server.open();

    await userEvent.click(await findButton('1 like'));
    const list = within(await popup());
    await userEvent.click(await list.findByRole('button', { name: 'Show more' }));

    expect(await list.findByRole('link', { name: 'hana.sato' })).toBeVisible();
    expect(list.queryByText('No likes yet')).toBeNull();
  });

  it("shows 'No likes yet' without likes", async () => {
    server.on(LIKES(), () => json([]));
    server.open();

    await userEvent.click(await findButton('0 likes'));

    expect(await within(await popup()).findByText('No likes yet')).toBeVisible();
  });

  it('shows the error and retries', async () => {
    server.on(LIKES(), () => failure('It broke', 500));
    server.open();
    await userEvent.click(await findButton('0 likes'));
    const list = within(await popup());
    await list.findByText('The likes did not load.');
    server.on(LIKES(), () => json([hana]));

    await userEvent.click(list.getByRole('button', { name: 'Retry' }));

    expect(await list.findByRole('link', { name: 'hana.sato' })).toBeVisible();
  });

  it('closes on Escape with the focus back, on an outside click and by its button', async () => {
    server.on(LIKES(), () => json([]));
    server.open();
    const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await userEvent.click(await findButton('0 likes'));
    await popup();
    await userEvent.keyboard('{Escape}');
    await closed();
    expect(button('0 likes')).toHaveFocus();

    await userEvent.click(button('0 likes'));
    await popup();
    await userEvent.click(screen.getByText('That header'));
    await closed();

    await userEvent.click(button('0 likes'));
    await popup();
    await userEvent.click(button('0 likes'));
    await closed();
  });
});
