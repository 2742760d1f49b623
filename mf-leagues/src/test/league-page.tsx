import type { LeagueData } from '@kickoff/contracts';
import { aLeague, anOwnProfile, NOW } from '@kickoff/testing';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { onToast, ServerState, startSession, type Toast } from '@kickoff/web';
import { afterEach, beforeEach, jest } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import LeaguePage from '../pages/LeaguePage';

/** The call that the page of the Premier League makes. */
export const LEAGUE_CALL = 'GET /api/football?league=premier_league';

type FakeApi = ReturnType<typeof fakeApi>;

interface ServedLeague {
  on: FakeApi['on'];
  /** Changes the data of the league. */
  answer: (facts: Partial<LeagueData>) => void;
  /** Those that are shown. */
  toasts: readonly Toast[];
}

/** Serves the page of the Premier League to a signed-in fan, at the time of the demo season. */
export function serveLeague(): ServedLeague {
  let api: FakeApi;
  let stopListening: () => void;
  const toasts: Toast[] = [];
  const answer = (facts: Partial<LeagueData>) => api.on(LEAGUE_CALL, () => json(aLeague(facts)));

  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true, now: NOW });
    startSession('fan', 'token');
    api = fakeApi();
    api.on('GET /api/user/profile', () => json(anOwnProfile({ fav_team1: '' })));
    answer({});
    toasts.length = 0;
    stopListening = onToast(
      (toast) => toasts.push(toast),
      (over) => toasts.splice(toasts.indexOf(over), 1),
    );
  });
  afterEach(() => {
    stopListening();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  return { on: (...call) => api.on(...call), answer, toasts };
}

export const openLeague = () =>
  render(
    <ServerState of="fan">
      <LeaguePage params={{ league: 'premier_league' }} />
    </ServerState>,
  );

export const section = (name: string) => within(screen.getByRole('region', { name }));

/** Returns the text of an element as a screen reader reads it. */
export function accessibleText(element: HTMLElement): string {
  const copy = element.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return '';
  for (const drawn of copy.querySelectorAll('[aria-hidden="true"]')) drawn.remove();
  return copy.textContent;
}

export const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

export const type = (text: string) =>
  userEvent.type(screen.getByRole('searchbox', { name: 'Search by team name' }), text);
