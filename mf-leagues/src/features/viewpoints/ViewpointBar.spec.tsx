import type { MatchPage, Viewpoint } from '@kickoff/contracts';
import { aLatestMatch, aLiveMatch, aMatch, aResult } from '@kickoff/testing';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { callApi, ServerState, startSession, useQuery } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ViewpointBar } from './ViewpointBar';

const GET = 'GET /api/football/matches/demo%3A1';
const PUT = 'PUT /api/user/viewpoints/demo%3A1';

let api: ReturnType<typeof fakeApi>;
let stored: MatchPage;

const aPage = (match = aLiveMatch(), facts: Partial<MatchPage> = {}): MatchPage => ({
  ...aLatestMatch(match, 'premier_league'),
  headToHead: [],
  form: { homeTeam: '', awayTeam: '' },
  ...facts,
  id: 'demo:1',
});
const aViewpoint = (facts: Partial<Viewpoint>): Viewpoint => ({
  matchId: 'demo:1',
  mode: 'live',
  ...facts,
});
/** Answers the next change with this viewpoint, from which the match is shown then. */
const storeAs = (viewpoint: Viewpoint) =>
  api.on(PUT, () => {
    stored = { ...stored, viewpoint };
    return json(viewpoint);
  });

beforeEach(() => {
  startSession('fan', 'token');
  api = fakeApi();
  api.on(GET, () => json(stored));
  stored = aPage();
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Page() {
  const { data } = useQuery({
    queryKey: ['match', 'demo:1'],
    queryFn: () => callApi(`/api/football/matches/${encodeURIComponent('demo:1')}`, { as: 'fan' }),
  });
  return data ? <ViewpointBar match={data} /> : <p>Nothing</p>;
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const open = () =>
  render(
    <ServerState of="fan">
      <Page />
    </ServerState>,
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const modes = async () =>
  (await screen.findAllByRole('button'))
    .filter((button) => button.hasAttribute('aria-pressed'))
    .map((button) =>
      button.getAttribute('aria-pressed') === 'true'
        ? `[${button.textContent}]`
        : button.textContent,
    );
const sent = () => api.sent(PUT).map(({ body }) => body);

describe('ViewpointBar', () => {
  it('shows the modes of a match in play with the current one pressed', async () => {
    open();

    expect(await modes()).toEqual(['[Live]', 'My broadcast is behind', 'Hide the score']);
  });

  it('delays the match by 30 s and sends steps of 5 s as one change', async () => {
    open();
    storeAs(aViewpoint({ mode: 'delayed', seconds: 30 }));
    await press('My broadcast is behind');
    expect(screen.getByText('30 s')).toBeVisible();
    await waitFor(() => expect(sent()).toHaveLength(1));

    storeAs(aViewpoint({ mode: 'delayed', seconds: 40 }));
    // Without time between them: the change is sent a moment after the last.
    const more = screen.getByRole('button', { name: '5 seconds more' });
    fireEvent.click(more);
    fireEvent.click(more);

    expect(screen.getByText('40 s')).toBeVisible();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toEqual([
      { mode: 'delayed', seconds: 30, goalNow: false },
      { mode: 'delayed', seconds: 40, goalNow: false },
    ]);
  });

  it.each([
    [5, '5 seconds less'],
    [300, '5 seconds more'],
  ])('offers no step beyond %s s', async (seconds, name) => {
    stored = aPage(aLiveMatch(), { viewpoint: aViewpoint({ mode: 'delayed', seconds }) });
    open();

    expect(await screen.findByRole('button', { name })).toBeDisabled();
  });

  it('sets the delay from the goal just seen', async () => {
    stored = aPage(aLiveMatch(), { viewpoint: aViewpoint({ mode: 'delayed', seconds: 30 }) });
    open();
    storeAs(aViewpoint({ mode: 'delayed', seconds: 47 }));

    await press('Goal now');

    expect(await screen.findByText('47 s')).toBeVisible();
    expect(sent()).toEqual([{ mode: 'delayed', goalNow: true }]);
  });

  it('shows why a change was rejected and reverts it', async () => {
    stored = aPage(aLiveMatch(), { viewpoint: aViewpoint({ mode: 'delayed', seconds: 30 }) });
    open();
    api.on(PUT, () => failure('No goal in the last five minutes', 409));

    await press('Goal now');

    expect(await screen.findByRole('alert')).toHaveTextContent('No goal in the last five minutes');
    expect(screen.getByText('30 s')).toBeVisible();
  });

  it('hides the score and refetches the match from that viewpoint', async () => {
    open();
    await modes();
    storeAs(aViewpoint({ mode: 'hidden' }));

    await press('Hide the score');

    expect(await screen.findByText(/This match is hidden[.]/)).toBeVisible();
    await waitFor(() => expect(api.sent(GET)).toHaveLength(2));
    expect(await modes()).toEqual(['Reveal', 'My broadcast is behind', '[Hide the score]']);
  });

  it('removes a hidden match whose refetch fails', async () => {
    open();
    await modes();
    storeAs(aViewpoint({ mode: 'hidden' }));
    api.on(GET, () => failure('Football is away', 400));

    await press('Hide the score');

    expect(await screen.findByText('Nothing')).toBeVisible();
  });

  it('explains and reveals a match hidden by the shield', async () => {
    stored = aPage(aMatch(), {
      shielded: true,
      status: 'IN_PLAY',
      viewpoint: aViewpoint({ mode: 'hidden', byShield: true }),
    });
    open();
    expect(await screen.findByText(/Your spoiler shield hides this match/)).toHaveTextContent(
      'Reveal shows its score and everything that has happened up to now.',
    );
    storeAs(aViewpoint({ mode: 'live' }));

    await press('Reveal');

    expect(await modes()).toContain('[Live]');
    expect(sent()).toEqual([{ mode: 'live' }]);
  });

  it('offers a replay of a finished match from kick-off', async () => {
    stored = aPage(aResult());
    open();
    expect(await modes()).toEqual(['[Live]', 'Hide the score', 'Replay the night']);
    api.on(PUT, () => failure('This match has no replay', 409));

    await press('Replay the night');

    expect(await screen.findByRole('alert')).toHaveTextContent('This match has no replay');
    expect(sent()).toEqual([{ mode: 'replay', position: 0, playing: false, speed: 1 }]);
  });

  it.each<[string, Partial<MatchPage>, boolean]>([
    ['no replay of a match in play', { utcDate: minutesAgo(99) }, false],
    ['a replay of a match that may be over', { utcDate: minutesAgo(101) }, true],
    ['a replay of a rehearsal', { utcDate: minutesAgo(10), rehearsal: 'r1' }, true],
  ])('offers %s to a fan who hides it', async (_, facts, isOffered) => {
    const viewpoint = aViewpoint({ mode: 'hidden' });
    stored = aPage(aMatch(), { shielded: true, status: 'IN_PLAY', viewpoint, ...facts });

    open();

    expect((await modes()).includes('Replay the night')).toBe(isOffered);
  });

  it('offers no delay in a replay, whose match is over', async () => {
    const replay = { mode: 'replay', position: 0, playing: false, speed: 1 } as const;
    stored = aPage(aLiveMatch(), { viewpoint: aViewpoint(replay) });
    open();

    expect(await modes()).toEqual(
      expect.arrayContaining(['Back to live', 'Hide the score', '[Replay the night]']),
    );
    expect(await modes()).not.toContain('My broadcast is behind');
  });

  it('shows nothing for a postponed match', () => {
    render(
      <ServerState of="fan">
        <ViewpointBar match={aPage(aMatch({ status: 'POSTPONED' }))} />
      </ServerState>,
    );

    expect(screen.queryByRole('region', { name: 'My viewpoint' })).toBeNull();
  });
});
