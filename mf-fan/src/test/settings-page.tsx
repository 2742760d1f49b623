import type { SessionRow } from '@kickoff/contracts';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { render, screen, within } from '@testing-library/react';

import SettingsPage from '../pages/SettingsPage';
import { me } from './fans';

export const PROFILE = 'GET /api/user/profile';
export const SESSIONS = 'GET /api/user/sessions';
export const MUTED = 'GET /api/user/muted?limit=50';
export const MUTED_WORDS = 'GET /api/user/muted-words';
export const PUSH_SUBSCRIPTIONS = 'GET /api/user/push-subscriptions';
export const SHIELD = 'GET /api/user/shield';
export const VIEWPOINTS = 'GET /api/user/viewpoints';
export const TEAMS = 'GET /api/football/teams';
export const BLOCKED = 'GET /api/user/blocked?limit=50';

const aSession = (id: string, device: string, current = false): SessionRow => ({
  _id: id.repeat(24),
  current,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-21T10:00:00.000Z',
  device,
});
export const here = aSession('1', 'Firefox on Linux', true);
export const phone = aSession('2', 'Chrome on Android');
export const laptop = aSession('3', 'Safari on macOS');

/** A server with three sessions of the fan and nobody restricted, and a browser at the settings. */
export function serveSettings(): ReturnType<typeof fakeApi> {
  window.localStorage.clear();
  history.replaceState(null, '', '/settings');
  startSession('fan', 'token');
  const api = fakeApi();
  api.on(PROFILE, () => json(me));
  api.on(SESSIONS, () => json([here, phone, laptop]));
  api.on(MUTED, () => json([]));
  api.on(BLOCKED, () => json([]));
  api.on(PUSH_SUBSCRIPTIONS, () => json([]));
  api.on(MUTED_WORDS, () => json([]));
  api.on(SHIELD, () => json({}));
  api.on(VIEWPOINTS, () => json([]));
  api.on(TEAMS, () => json([]));
  return api;
}

export const openSettings = () =>
  render(
    <ServerState of="fan">
      <SettingsPage />
    </ServerState>,
  );

/** Queries within the section of this heading. */
export const part = (name: string) => within(screen.getByRole('region', { name }));
