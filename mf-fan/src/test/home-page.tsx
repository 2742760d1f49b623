import { aDigest, aPost } from '@kickoff/testing';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { render, screen, within } from '@testing-library/react';

import HomePage from '../pages/HomePage';
import { me } from './fans';

export const FEED = 'GET /api/pt/posts?limit=20&likes=3&comments=2';
export const PROFILE = 'GET /api/user/profile';
export const SUGGESTIONS = 'GET /api/user/friend-suggestions?limit=4';
const DIGEST = 'GET /api/football/digest?team=';
export const FRIENDS = 'GET /api/user/connected-friends?limit=6';

/** A server with one post and no match, and a signed-in browser. */
export function serveHome(): ReturnType<typeof fakeApi> {
  window.localStorage.clear();
  startSession('fan', 'token');
  const api = fakeApi();
  api.on(PROFILE, () => json(me));
  api.on(FEED, () => json([aPost()]));
  api.on(SUGGESTIONS, () => json([]));
  api.on(FRIENDS, () => json([]));
  api.on('GET /api/st/stories?limit=100', () => json([]));
  api.on(DIGEST, () => json(aDigest()));
  return api;
}

export const openHome = () =>
  render(
    <ServerState of="fan">
      <HomePage />
    </ServerState>,
  );

/** Queries within the feed. */
export const posts = () => within(screen.getByRole('region', { name: 'Posts' }));

/** Returns the texts of the posts in the feed, in order. */
export const shownTexts = () =>
  posts()
    .queryAllByRole('article')
    .map((article) => article.querySelector('p')?.textContent);
