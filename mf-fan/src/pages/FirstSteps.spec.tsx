import { type FirstSteps, SEARCH_LENGTH, type Team } from '@kickoff/contracts';
import { aFan, anOwnProfile, aTeam } from '@kickoff/testing';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { ServerState, startSession, useComposerRequest, useOwnProfile } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { FirstStepsCard } from './FirstStepsCard';

const STEPS = 'GET /api/user/first-steps';
const END = 'DELETE /api/user/first-steps';
const PROFILE = 'GET /api/user/profile';
const CHOOSE = 'PUT /api/user/team';
const SUGGESTIONS = 'GET /api/user/friend-suggestions?limit=4';

const me = anOwnProfile();
const jonas = aFan({ username: 'jonas' });
const FOLLOW = `POST /api/user/follow/${jonas._id}`;
const arsenal: Team = { ...aTeam('Arsenal'), leagues: ['champions_league', 'premier_league'] };
const inter: Team = { ...aTeam('Inter'), leagues: ['serie_a'] };
const steps = (done: Partial<FirstSteps> = {}) =>
  json({ team: false, follows: 0, post: false, done: false, ...done });

let api: ReturnType<typeof fakeApi>;
let composers: number;

beforeEach(() => {
  window.localStorage.clear();
  startSession('fan', 'token');
  composers = 0;
  api = fakeApi();
  api.on(PROFILE, () => json(me));
  api.on(STEPS, () => steps());
  api.on(END, () => new Response(null, { status: 204 }));
  api.on('GET /api/football/teams', () => json([arsenal, inter]));
  api.on(SUGGESTIONS, () => json([{ ...jonas, reason: 'Same team', sample: 'What a night' }]));
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function Page() {
  const { data } = useOwnProfile();
  useComposerRequest(() => {
    composers += 1;
  });
  return <main tabIndex={-1}>{data ? <FirstStepsCard key={data._id} me={data} /> : null}</main>;
}
const open = async () => {
  render(
    <ServerState of="fan">
      <Page />
    </ServerState>,
  );
  await waitFor(() => expect(api.sent(PROFILE)).toHaveLength(1));
  await act(() => jest.advanceTimersByTimeAsync(3_100));
};
const card = () => screen.queryByRole('region', { name: 'Make KickOff yours' });
const step = (name: RegExp) => screen.findByRole('button', { name });

describe('FirstStepsCard', () => {
  it('makes a searched club the favourite team', async () => {
    api.on(CHOOSE, () => json({ fav_team1: 'Arsenal' }));
    await open();
    await userEvent.click(await step(/^Choose your team/));
    expect(await screen.findByRole('region', { name: 'serie a' })).toBeVisible();

    await userEvent.type(screen.getByLabelText('Search teams'), 'ars');
    expect(screen.queryByRole('button', { name: 'Inter' })).toBeNull();
    api.on(STEPS, () => steps({ team: true }));
    api.on(PROFILE, () => json({ ...me, fav_team1: 'Arsenal' }));
    await userEvent.click(screen.getByRole('button', { name: 'Arsenal' }));

    expect(await step(/^Choose your team.*done/)).toBeDisabled();
    expect(card()).toHaveFocus();
    expect(api.sent(CHOOSE).map(({ body }) => body)).toEqual([{ teamId: arsenal.id }]);
  });

  it('finds a club by a nickname, and says so when no club has it', async () => {
    const found = { fans: [], leagues: [], posts: [] };
    api.on('GET /api/search?q=gunn', () => json({ ...found, teams: [arsenal] }));
    api.on('GET /api/search?q=gunnx', () => json({ ...found, teams: [] }));
    await open();
    await userEvent.click(await step(/^Choose your team/));
    const search = await screen.findByLabelText('Search teams');

    fireEvent.change(search, { target: { value: 'gunn' } });
    expect(await screen.findByRole('button', { name: 'Arsenal' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Inter' })).toBeNull();

    fireEvent.change(search, { target: { value: 'gunnx' } });
    expect(await screen.findByText('No team found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Arsenal' })).toBeNull();
  });

  it('takes no longer text than the search allows', async () => {
    await open();
    await userEvent.click(await step(/^Choose your team/));
    const search = await screen.findByLabelText('Search teams');
    const longest = 'x'.repeat(SEARCH_LENGTH.max);
    const found = { fans: [], teams: [], leagues: [], posts: [] };
    api.on(`GET /api/search?q=${longest}`, () => json(found));

    await userEvent.click(search);
    await userEvent.paste(`${longest}x`);

    expect(search).toHaveValue(longest);
    expect(await screen.findByText('No team found')).toBeVisible();
  });

  it('searches nicknames again on Retry after a failure', async () => {
    api.on('GET /api/search?q=gunn', () => failure('Too many requests', 429));
    await open();
    await userEvent.click(await step(/^Choose your team/));
    fireEvent.change(await screen.findByLabelText('Search teams'), { target: { value: 'gunn' } });
    expect(await screen.findByText('The search did not work.')).toBeVisible();
    expect(screen.queryByText('No team found')).toBeNull();
    const found = { fans: [], leagues: [], posts: [] };
    api.on('GET /api/search?q=gunn', () => json({ ...found, teams: [arsenal] }));

    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('button', { name: 'Arsenal' })).toBeVisible();
  });

  it('shows the reason and the clubs when the choice fails', async () => {
    api.on(CHOOSE, () => failure('Choose a team', 400));
    await open();
    await userEvent.click(await step(/^Choose your team/));

    await userEvent.click(await screen.findByRole('button', { name: 'Arsenal' }));

    expect(await screen.findByRole('alert')).toHaveTextContent('Choose a team');
    expect(screen.getByRole('button', { name: 'Arsenal' })).toBeVisible();
  });

  it('follows suggested fans, each with a reason and a sample', async () => {
    api.on(FOLLOW, () => json({ success: true }));
    await open();
    await userEvent.click(await step(/^Follow three fans 0 of 3/));
    const fans = within(await screen.findByRole('group', { name: 'Fans to follow' }));
    expect(fans.getByText('Same team')).toBeVisible();
    expect(fans.getByText('What a night')).toBeVisible();
    expect(fans.getByText('What a night')).toHaveAttribute('dir', 'auto');

    api.on(STEPS, () => steps({ follows: 1 }));
    api.on(PROFILE, () => json({ ...me, friendsCount: 1 }));
    api.on(SUGGESTIONS, () => json([]));
    await userEvent.click(fans.getByRole('button', { name: 'Follow jonas' }));

    expect(await step(/^Follow three fans 1 of 3/)).toBeVisible();
  });

  it('opens the composer to say hello', async () => {
    await open();

    await userEvent.click(await step(/^Say hello/));

    expect(composers).toBe(1);
  });

  it('is dismissed for good on request', async () => {
    await open();

    await userEvent.click(await step(/^Not for me/));

    await waitFor(() => expect(card()).toBeNull());
    expect(api.sent(END)).toHaveLength(1);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('shows the reason and the card when dismissing fails', async () => {
    api.on(END, () => failure('It broke', 500));
    await open();

    await userEvent.click(await step(/^Not for me/));

    expect(await screen.findByRole('alert')).toHaveTextContent('It broke');
    expect(card()).not.toBeNull();
  });

  it('disappears once all steps are done and reserves no space at the next visit', async () => {
    api.on(STEPS, () => steps({ team: true, follows: 3, post: true, done: true }));
    await open();
    await waitFor(() => expect(card()).toBeNull());
    document.body.replaceChildren();

    render(
      <ServerState of="fan">
        <Page />
      </ServerState>,
    );

    await waitFor(() => expect(api.sent(PROFILE)).toHaveLength(2));
    expect(card()).toBeNull();
  });

  it('is not shown or fetched for a fan with a team, three friends and a post', async () => {
    api.on(PROFILE, () => json({ ...me, fav_team1: 'Arsenal', friendsCount: 3, postsCount: 1 }));

    await open();

    expect(card()).toBeNull();
    expect(api.sent(STEPS)).toEqual([]);
  });
});
