import { aStory } from '@kickoff/testing';
import { failure, json, later, page } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { press } from '../../test/buttons';
import { kwame, me, myself, priya } from '../../test/fans';
import { openStories, serveStories, type StoriesServer, viewer, watch } from '../../test/stories';

let server: StoriesServer;

beforeEach(() => {
  server = serveStories();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('OwnStory', () => {
  const story = aStory({ user: myself });
  const viewers = `GET /api/st/stories/${story._id}/viewers?limit=100`;
  const watchOwn = async () => {
    openStories();
    await watch(`Story by ${me.username}`);
    await viewer();
  };

  beforeEach(() => server.has(story));

  it('shows its viewers and their number', async () => {
    server.on(viewers, () => json([kwame, priya]));
    await watchOwn();

    await userEvent.click(await screen.findByRole('button', { name: 'Seen by 2' }));

    const list = within(screen.getByRole('region', { name: 'Fans who have seen this story' }));
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'kwame.asante',
      'priya_raman',
    ]);
  });

  it('loads the next page of viewers', async () => {
    server.on(viewers, () => page([kwame], { next: '/api/more' }));
    server.on('GET /api/more', () => json([priya]));
    await watchOwn();
    await userEvent.click(await screen.findByRole('button', { name: 'Seen by 1+' }));

    await press('Show more');

    expect(await screen.findByText('priya_raman')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Seen by 2' })).toBeVisible();
  });

  it('shows no empty state for a page of hidden viewers only', async () => {
    server.on(viewers, () => page([], { next: '/api/more' }));
    server.on('GET /api/more', () => json([priya]));
    await watchOwn();
    await userEvent.click(await screen.findByRole('button', { name: 'Seen by 0+' }));
    expect(screen.queryByText('Nobody has seen it yet')).toBeNull();

    await press('Show more');

    expect(await screen.findByText('priya_raman')).toBeVisible();
  });

  it('shows an empty state without viewers', async () => {
    await watchOwn();

    await userEvent.click(await screen.findByRole('button', { name: 'Seen by 0' }));

    expect(screen.getByText('Nobody has seen it yet')).toBeVisible();
  });

  it('shows that the viewers failed to load, and loads them on Retry', async () => {
    server.on(viewers, () => failure('It broke', 500));
    await watchOwn();
    await press('Seen by');
    expect(await screen.findByRole('alert')).toHaveTextContent('The viewers did not load.');

    server.on(viewers, () => json([kwame]));
    await press('Retry');

    expect(await screen.findByText('kwame.asante')).toBeVisible();
  });

  it('is deleted after confirmation, when the server confirms', async () => {
    const reply = later(() => new Response(null, { status: 204 }));
    server.on(`DELETE /api/st/stories/${story._id}`, reply.answer);
    await watchOwn();

    await press('Delete story');
    await press('Delete Story');
    expect(screen.getByRole('alertdialog')).toBeVisible();
    act(() => reply.arrive());

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('button', { name: `Story by ${me.username}` })).toBeNull();
  });

  it('shows the reason and the story when the server rejects the deletion', async () => {
    server.on(`DELETE /api/st/stories/${story._id}`, () =>
      failure('Deleting is closed today', 500),
    );
    await watchOwn();

    await press('Delete story');
    await press('Delete Story');

    expect(await screen.findByRole('alert')).toHaveTextContent('Deleting is closed today');
    expect(await viewer()).toBeVisible();
  });
});
