import { aFan, anOwnProfile } from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { ServerState, startSession, useOwnProfile } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { FriendSuggestions } from './FriendSuggestions';

const SUGGESTIONS = 'GET /api/user/friend-suggestions?limit=4';
const PROFILE = 'GET /api/user/profile';

const jonas = aFan({ username: 'jonas.lindqvist' });
const elif = aFan({ username: 'elif.kaya' });
const FOLLOW_JONAS = `POST /api/user/follow/${jonas._id}`;
const DISMISS_JONAS = `DELETE /api/user/friend-suggestions/${jonas._id}`;
const PUT_AWAY_JONAS = `${DISMISS_JONAS}?days=30`;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  startSession('fan', 'token');
  api = fakeApi();
  api.on(SUGGESTIONS, () => json([{ ...jonas, reason: 'Same team' }, elif]));
  api.on(FOLLOW_JONAS, () => json({ success: true }));
  api.on(DISMISS_JONAS, () => new Response(null, { status: 204 }));
  api.on(PUT_AWAY_JONAS, () => new Response(null, { status: 204 }));
  api.on(PROFILE, () => json(anOwnProfile({ friendsCount: 1 })));
});
afterEach(() => {
  jest.restoreAllMocks();
});

function FriendsCount() {
  return <output>{useOwnProfile().data?.friendsCount}</output>;
}
const open = (as: 'column' | 'rail' = 'column') =>
  render(
    <ServerState of="fan">
      <FriendsCount />
      <FriendSuggestions as={as} />
    </ServerState>,
  );
const follow = (username: string) => screen.findByRole('button', { name: `Follow ${username}` });
const notNow = (username: string) => screen.findByRole('button', { name: `Not now, ${username}` });

describe.each(['column', 'rail'] as const)('FriendSuggestions as a %s', (as) => {
  it('shows each fan with a link and the reason', async () => {
    open(as);

    const link = await screen.findByRole('link', { name: 'jonas.lindqvist' });

    expect(link).toHaveAttribute('href', '/user/jonas.lindqvist');
    expect(screen.getByText('Same team')).toBeVisible();
  });

  it('removes a followed fan, fetches others and updates the count', async () => {
    open(as);
    const button = await follow('jonas.lindqvist');
    api.on(SUGGESTIONS, () => json([elif, aFan({ username: 'moves.up' })]));
    api.on(PROFILE, () => json(anOwnProfile({ friendsCount: 2 })));

    await userEvent.click(button);

    expect(await screen.findByText('moves.up')).toBeVisible();
    expect(screen.queryByText('jonas.lindqvist')).toBeNull();
    await waitFor(() => expect(screen.getByText('2')).toBeVisible());
  });

  it.each([
    ['Not now', 'for 30 days', PUT_AWAY_JONAS],
    ['Don’t suggest again', 'for good', DISMISS_JONAS],
  ])("'%s' dismisses a fan %s and fetches another one", async (choice, _long, call) => {
    open(as);
    await userEvent.click(await notNow('jonas.lindqvist'));
    api.on(SUGGESTIONS, () => json([elif, aFan({ username: 'moves.up' })]));

    await userEvent.click(await screen.findByRole('menuitem', { name: choice }));

    expect(await screen.findByText('moves.up')).toBeVisible();
    expect(screen.queryByText('jonas.lindqvist')).toBeNull();
    expect(api.writes().map((write) => write.call)).toEqual([call]);
  });
});

describe('FriendSuggestions', () => {
  it('handles several suggestions at the same time', async () => {
    const FOLLOW_ELIF = `POST /api/user/follow/${elif._id}`;
    const slow = later(() => json({ success: true }));
    api.on(FOLLOW_JONAS, slow.answer);
    api.on(FOLLOW_ELIF, () => json({ success: true }));
    open();

    await userEvent.click(await follow('jonas.lindqvist'));
    await userEvent.click(await follow('elif.kaya'));

    expect(api.sent(FOLLOW_ELIF)).toHaveLength(1);
    api.on(SUGGESTIONS, () => json([]));
    act(() => slow.arrive());
    await waitFor(() => expect(screen.queryByText('jonas.lindqvist')).toBeNull());
  });

  it('moves the focus to the next fan', async () => {
    open();
    const button = await follow('jonas.lindqvist');
    api.on(SUGGESTIONS, () => json([elif]));

    button.focus();
    await userEvent.keyboard('{Enter}');

    await waitFor(() => expect(screen.queryByText('jonas.lindqvist')).toBeNull());
    expect(await follow('elif.kaya')).toHaveFocus();
  });

  it('shows the reason and the fan when following fails', async () => {
    api.on(FOLLOW_JONAS, () => failure('Please try again later', 503));
    open();

    await userEvent.click(await follow('jonas.lindqvist'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again later');
    expect(screen.getByText('jonas.lindqvist')).toBeVisible();
  });

  it('shows the reason and the fan when dismissing fails', async () => {
    api.on(PUT_AWAY_JONAS, () => failure('Please try again later', 503));
    open();

    await userEvent.click(await notNow('jonas.lindqvist'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Not now' }));

    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again later');
    expect(screen.getByText('jonas.lindqvist')).toBeVisible();
    expect(await notNow('jonas.lindqvist')).toHaveFocus();
  });

  it("shows 'No friend suggestions available' for an empty list only", async () => {
    api.on(SUGGESTIONS, () => failure('It broke', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The suggestions did not load.');
    expect(screen.queryByText('No friend suggestions available')).toBeNull();

    api.on(SUGGESTIONS, () => json([]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('No friend suggestions available')).toBeVisible();
  });
});
