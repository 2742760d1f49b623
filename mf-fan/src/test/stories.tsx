import type { Story } from '@kickoff/contracts';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Stories } from '../features/stories/Stories';
import { me } from './fans';

export const STORIES = 'GET /api/st/stories?limit=100';

export interface StoriesServer extends ReturnType<typeof fakeApi> {
  /** Replaces the server's stories. */
  has: (...stories: Story[]) => void;
}

/** A server without stories, and a signed-in browser in which every video plays. */
export function serveStories(): StoriesServer {
  window.localStorage.clear();
  startSession('fan', 'token');
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const api = fakeApi();
  api.on('GET /api/user/profile', () => json(me));
  const has = (...stories: Story[]) => {
    api.on(STORIES, () => json(stories));
    for (const { _id } of stories) {
      api.on(`POST /api/st/stories/${_id}/seen`, () => new Response(null, { status: 204 }));
      api.on(`DELETE /api/st/stories/${_id}`, () => new Response(null, { status: 204 }));
      api.on(`GET /api/st/stories/${_id}/viewers?limit=100`, () => json([]));
    }
  };
  has();
  return { ...api, has };
}

/** Renders the strip of stories with its viewer. */
export const openStories = () =>
  render(
    <ServerState of="fan">
      <Stories />
    </ServerState>,
  );

/** Returns the names of the rings in the strip, in order. */
export const rings = () =>
  within(screen.getByRole('region', { name: 'Stories' }))
    .getAllByRole('button')
    .map((ring) => ring.getAttribute('aria-label'));

/** Opens the viewer at the ring of this name. */
export const watch = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }));

export const viewer = () => screen.findByRole('dialog', { name: /^Story by/ });

/** Returns the picture or video that the viewer shows. */
export function shownMedia(): Element {
  const shown = document.querySelector('.media');
  if (!shown) throw new Error('No story is shown');
  return shown;
}
