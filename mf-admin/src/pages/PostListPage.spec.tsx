import { failure, fakeApi, json, page } from '@kickoff/testing/fake-api';
import { formatDateTime } from '@kickoff/ui';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt, presentAddress } from '../test/open';
import { anAdminPost } from '../test/rows';
import PostListPage from './PostListPage';

const POSTS = '/api/admin/posts';
const LEAN = 'limit=20&likes=0&comments=0';
const plain = anAdminPost({ text: 'Goal!' });
const pictured = anAdminPost({ text: '', image: 'posts/a.webp', alt: 'The winning goal' });
const filmed = anAdminPost({ text: 'Look', video: 'posts/b.mp4' });
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  api = fakeApi();
  api.on(`GET ${POSTS}?${LEAN}`, () => page([plain, pictured, filmed]));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (search = '') => openAt(`/post${search}`, <PostListPage />);
const line = async ({ _id }: { _id: string }) =>
  within(await screen.findByRole('row', { name: RegExp(_id) }));

describe('PostListPage', () => {
  it('shows the specified columns, and marks missing values', async () => {
    open();

    const cells = (await line(plain)).getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual(
      expect.arrayContaining(['Goal!', 'No Image', 'No Video', formatDateTime(plain.createdAt)]),
    );
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(
      expect.arrayContaining(['Post ID', 'Text', 'Image', 'Video', 'Created At']),
    );
  });

  it('zooms a picture and closes it on any click', async () => {
    open();
    const zoom = (await line(pictured)).getByRole('button', { name: /^Zoom/ });

    await userEvent.click(zoom);
    const overlay = screen.getByRole('dialog', { name: `Picture of post ${pictured._id}` });
    expect(within(overlay).getByRole('img', { name: 'The winning goal' })).toBeVisible();
    await userEvent.click(overlay);

    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('plays a video in place', async () => {
    open();

    const video = (await line(filmed)).getByLabelText(`Video of post ${filmed._id}`);
    expect(video).toHaveAttribute('controls');
    expect(video).toHaveAttribute('src', '/api/uploads/posts/b.mp4');
  });

  it('loads nothing of a video before it is played', async () => {
    open();

    const video = (await line(filmed)).getByLabelText(`Video of post ${filmed._id}`);
    expect(video).toHaveAttribute('preload', 'none');
  });

  it('shows a post and the typed reason until the server has removed the post', async () => {
    api.on(`DELETE ${POSTS}/${plain._id}`, () => failure('Not now', 503));
    open();
    await userEvent.click((await line(plain)).getByRole('button', { name: /^Remove/ }));
    const asks = within(screen.getByRole('dialog'));
    await userEvent.type(asks.getByRole('textbox'), 'Spam');
    await userEvent.click(asks.getByRole('button', { name: 'Remove' }));
    expect(await asks.findByText('Not now')).toBeVisible();
    expect(screen.getByText('Goal!')).toBeInTheDocument();

    api.on(`DELETE ${POSTS}/${plain._id}`, () => json({ message: 'Post removed' }));
    api.on(`GET ${POSTS}?${LEAN}`, () => page([pictured, filmed]));
    await userEvent.click(asks.getByRole('button', { name: 'Remove' }));

    await waitFor(() => expect(screen.queryByText('Goal!')).toBeNull());
    expect(api.writes().at(-1)?.body).toEqual({ reason: 'Spam' });
  });

  it('restores a removed post by Undo in the toast', async () => {
    api.on(`DELETE ${POSTS}/${plain._id}`, () => json({ message: 'Post removed' }));
    api.on(`POST ${POSTS}/${plain._id}/restore`, () => json(plain));
    let undo: (() => void) | undefined;
    window.addEventListener('kickoff:toast', ({ detail }) => (undo = detail.undo), { once: true });
    open();
    await userEvent.click((await line(plain)).getByRole('button', { name: /^Remove/ }));
    const asks = within(screen.getByRole('dialog'));
    await userEvent.click(asks.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(undo).toBeDefined());

    undo?.();

    await waitFor(() =>
      expect(api.writes().at(-1)?.call).toBe(`POST ${POSTS}/${plain._id}/restore`),
    );
  });

  it('finds removed posts and restores one', async () => {
    const removed = anAdminPost({
      text: 'Gone',
      removed: {
        at: '2026-11-20T12:00:00.000Z',
        until: '2026-12-20T12:00:00.000Z',
        by: { _id: 'a'.repeat(24), username: 'admin' },
        reason: 'Spam',
      },
    });
    const list = `${POSTS}?removed=true&${LEAN}`;
    api.on(`GET ${list}`, () => page([removed]));
    api.on(`POST ${POSTS}/${removed._id}/restore`, () => json(removed));
    open('?removed=true');
    expect(await screen.findByText(/Removed by admin/)).toHaveTextContent('20 Dec 2026');

    api.on(`GET ${list}`, () => page([]));
    await userEvent.click((await line(removed)).getByRole('button', { name: /^Restore/ }));

    expect(await screen.findByText('No posts match')).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('filters by author and media in the address', async () => {
    api.on(`GET ${POSTS}?author=marta&media=video&${LEAN}`, () => page([filmed]));
    open();
    await line(plain);
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));

    await userEvent.type(screen.getByRole('textbox', { name: /^Author/ }), 'marta');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Media' }), 'With a video');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));

    expect(await screen.findByText('1 post')).toBeVisible();
    expect(presentAddress()).toBe('/post?author=marta&media=video');
  });

  it('shows that posts could not be fetched, and loads them on Retry', async () => {
    api.on(`GET ${POSTS}?${LEAN}`, () => failure('The database is away', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch posts');

    api.on(`GET ${POSTS}?${LEAN}`, () => page([plain]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await line(plain)).toBeDefined();
  });
});
