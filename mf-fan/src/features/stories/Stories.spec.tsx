import { aStory } from '@kickoff/testing';
import { failure, json, later } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';

import { press } from '../../test/buttons';
import { kwame, me, myself, priya } from '../../test/fans';
import { openStories, rings, serveStories, STORIES, type StoriesServer } from '../../test/stories';

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

  it('shows that it failed, and loads on Retry', async () => {
    server.on(STORIES, () => failure('It broke', 500));
    openStories();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch stories');

    server.has(aStory({ user: priya }));
    await press('Retry');

    expect(await screen.findByRole('button', { name: 'Story by priya_raman' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
