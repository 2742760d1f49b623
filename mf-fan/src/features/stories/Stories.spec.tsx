import { aStory } from '@kickoff/testing';
import { failure, json, later, page } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { addressOf, goTo } from '@kickoff/web';
import { act, screen, waitFor } from '@testing-library/react';

import { press } from '../../test/buttons';
import { kwame, me, myself, priya } from '../../test/fans';
import {
  openStories,
  rings,
  serveStories,
  STORIES,
  type StoriesServer,
  viewer,
} from '../../test/stories';
import { collectedToasts } from '../../test/toasts';

const toasts = collectedToasts();
let server: StoriesServer;

beforeEach(() => {
  server = serveStories();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('Stories', () => {
  it("shows the button to add first, then own stories, then the others in the server's order", async () => {
    server.has(
      aStory({ user: priya }),
      aStory({ user: kwame, seen: true }),
      aStory({ user: myself }),
    );

    openStories();

    await screen.findByRole('button', { name: 'Story by priya_raman' });
    expect(rings()).toEqual([
      `Story by ${me.username}`,
      'Story by priya_raman',
      'Story by kwame.asante, seen',
    ]);
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Add story');
  });

  it('shows one ring per fan, unseen while one of the stories is', async () => {
    server.has(aStory({ user: priya }), aStory({ user: priya, seen: true }));

    openStories();

    await screen.findByRole('button', { name: 'Story by priya_raman' });
    expect(rings()).toHaveLength(1);
  });

  it('shows a loading state', () => {
    server.on(STORIES, later(() => json([])).answer);

    openStories();

    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(screen.getByLabelText('Add story')).toBeEnabled();
  });

  it('shows that stories failed to load, and loads them on Retry', async () => {
    server.on(STORIES, () => failure('It broke', 500));
    openStories();
    expect(await screen.findByRole('alert')).toHaveTextContent('The stories did not load.');

    server.has(aStory({ user: priya }));
    await press('Retry');

    expect(await screen.findByRole('button', { name: 'Story by priya_raman' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('loads stories after the hundredth', async () => {
    const next = '/api/st/stories?limit=100&cursor=two';
    server.on(STORIES, () => page([aStory({ user: priya })], { next }));
    server.on(`GET ${next}`, () => json([aStory({ user: kwame })]));
    openStories();
    await screen.findByRole('button', { name: 'Story by priya_raman' });

    await press('More stories');

    expect(await screen.findByRole('button', { name: 'Story by kwame.asante' })).toBeVisible();
    expect(rings()).toEqual(['Story by priya_raman', 'Story by kwame.asante']);
  });
});

describe('A link to a story', () => {
  const follow = (id: string) => goTo(`${addressOf('Home')}?story=${id}`);

  it('opens the story and removes the parameter from the address', async () => {
    const [first, second] = [
      aStory({ user: priya }),
      aStory({ user: priya, caption: 'Full time' }),
    ];
    server.has(second, first);
    follow(second._id);

    openStories();

    expect(await viewer()).toHaveAccessibleName('Story by priya_raman');
    expect(screen.getByText('Full time')).toBeVisible();
    expect(location.search).toBe('');
  });

  it('opens a story that is newer than the strip', async () => {
    openStories();
    await screen.findByLabelText('Add story');
    const story = aStory({ user: kwame });
    server.has(story);

    act(() => follow(story._id));

    expect(await viewer()).toHaveAccessibleName('Story by kwame.asante');
  });

  it('opens a story beyond the hundredth', async () => {
    const story = aStory({ user: kwame });
    const next = '/api/st/stories?limit=100&cursor=two';
    server.on(STORIES, () => page([aStory({ user: priya })], { next }));
    server.on(`GET ${next}`, () => json([story]));
    follow(story._id);

    openStories();

    expect(await viewer()).toHaveAccessibleName('Story by kwame.asante');
  });

  it('shows that a story no longer exists', async () => {
    server.has(aStory({ user: priya }));
    follow('9'.repeat(24));

    openStories();

    await waitFor(() =>
      expect(toasts).toEqual([
        { kind: 'error', text: 'This story is over, or its author deleted it.' },
      ]),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
