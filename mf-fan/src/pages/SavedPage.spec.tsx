import { aPost } from '@kickoff/testing';
import { failure, fakeApi, json, page } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { press } from '../test/buttons';
import { me } from '../test/fans';
import SavedPage from './SavedPage';

const SAVED = 'GET /api/user/saved?limit=20';
const NEXT = '/api/user/saved?limit=20&cursor=two';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  history.replaceState(null, '', '/saved');
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/user/profile', () => json(me));
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('SavedPage', () => {
  const open = () =>
    render(
      <ServerState of="fan">
        <SavedPage />
      </ServerState>,
    );

  it('lists saved posts, and more of them on request', async () => {
    api.on(SAVED, () => page([aPost({ text: 'Saved last', saved: true })], { next: NEXT }));
    api.on(`GET ${NEXT}`, () => page([aPost({ text: 'Saved first', saved: true })]));
    open();
    expect(await screen.findByText('Saved last')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Saved' })).toBeVisible();

    await press('Show more posts');

    expect(await screen.findByText('Saved first')).toBeVisible();
    expect(screen.getByText('You are all caught up')).toBeVisible();
  });

  it('links to the newest posts while nothing is saved', async () => {
    api.on(SAVED, () => page([]));
    open();

    expect(await screen.findByText(/^Nothing saved yet/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the newest posts' })).toHaveAttribute(
      'href',
      '/home',
    );
  });

  it('loads on Retry after a failure', async () => {
    api.on(SAVED, () => failure('It broke', 500));
    open();
    expect(await screen.findByText('Failed to fetch posts')).toBeVisible();
    api.on(SAVED, () => page([aPost({ text: 'Saved last', saved: true })]));

    await press('Retry');

    expect(await screen.findByText('Saved last')).toBeVisible();
  });

  it('drops a post removed from the saved posts and moves the focus', async () => {
    const post = aPost({ text: 'Saved last', saved: true });
    api.on(SAVED, () => page([post, aPost({ text: 'Saved first', saved: true })]));
    api.on(`DELETE /api/pt/posts/${post._id}/saved`, () => new Response(null, { status: 204 }));
    open();
    const [first] = await screen.findAllByRole('article');
    if (!first) throw new Error('No post is shown.');

    await userEvent.click(within(first).getByRole('button', { name: 'Post options' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from saved' }));

    await waitFor(() => expect(screen.queryByText('Saved last')).toBeNull());
    expect(screen.getByText('Saved first')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Saved posts' })).toHaveFocus();
  });
});
