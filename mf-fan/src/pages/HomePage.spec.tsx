import type { Team } from '@kickoff/contracts';
import { aDigest, aFan, aPost, aTeam } from '@kickoff/testing';
import { failure, type fakeApi, json } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { me } from '../test/fans';
import { FEED, FRIENDS, openHome, PROFILE, serveHome, SUGGESTIONS } from '../test/home-page';
import { onScreen } from '../test/screens';

let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  server = serveHome();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('HomePage columns', () => {
  const dashboard = () => within(screen.getByRole('complementary', { name: 'Your dashboard' }));

  it('show favourite team and player, and a link to the leagues', async () => {
    server.on(PROFILE, () => json({ ...me, fav_team1: 'Somewhere FC', fav_player: 'Bukayo Saka' }));
    server.on('GET /api/football/digest?team=Somewhere+FC', () => json(aDigest()));

    openHome();

    expect(await dashboard().findByText('Somewhere FC')).toBeVisible();
    expect(dashboard().getByText('Favorite Team')).toBeVisible();
    expect(dashboard().getByText('Bukayo Saka')).toBeVisible();
    expect(dashboard().getByRole('link', { name: 'Explore Leagues' })).toHaveAttribute(
      'href',
      '/FL',
    );
  });

  it('link a known team to the league of its country', async () => {
    server.on(PROFILE, () => json({ ...me, fav_team1: 'arsenal' }));
    const club: Team = { ...aTeam('Arsenal'), leagues: ['champions_league', 'premier_league'] };
    server.on('GET /api/football/digest?team=arsenal', () => json(aDigest({ club })));

    openHome();

    const link = await dashboard().findByRole('link', { name: 'arsenal' });
    expect(link).toHaveAttribute('href', '/premier_league');
  });

  it("show 'Not chosen yet' for a missing team and player", async () => {
    openHome();

    expect(await screen.findAllByText('Not chosen yet')).toHaveLength(2);
  });

  it('link to the profile form when the fan has no team', async () => {
    openHome();

    const choice = await dashboard().findByRole('link', { name: 'Choose your team' });

    expect(choice).toHaveAttribute('href', '/profile?edit=1');
  });

  it('show the newest friends as pictures and their number', async () => {
    const friend = aFan({ username: 'hana.sato', profilePicture: 'hana.webp' });
    server.on(PROFILE, () => json({ ...me, friendsCount: 1024 }));
    server.on(FRIENDS, () => json([{ ...friend, followsBack: false }]));

    openHome();

    const face = await dashboard().findByRole('link', { name: 'hana.sato' });
    expect(face).toHaveAttribute('href', '/user/hana.sato');
    expect(face.querySelector('img')).toHaveAttribute(
      'src',
      '/api/uploads/profile_pictures/hana.webp?w=320',
    );
    expect(await dashboard().findByText('1,024')).toBeVisible();
  });

  it("show 'Failed to fetch friends', and load on Retry", async () => {
    server.on(FRIENDS, () => failure('It broke', 500));
    openHome();
    expect(await dashboard().findByRole('alert')).toHaveTextContent('Failed to fetch friends');

    server.on(FRIENDS, () => json([]));
    await userEvent.click(dashboard().getByRole('button', { name: 'Retry' }));

    expect(await dashboard().findByText('No friends yet')).toBeVisible();
  });
});

describe('HomePage on a narrow screen', () => {
  // Every media query matches, including that of narrow screens.
  const narrow = () => onScreen({ isDesktop: true });

  it('shows the suggestions once, after the first post, and no columns', async () => {
    narrow();
    server.on(FEED, () => json([aPost({ text: 'First' }), aPost({ text: 'Second' })]));
    server.on(SUGGESTIONS, () => json([aFan({ username: 'jonas' })]));

    openHome();

    await screen.findByRole('button', { name: 'Follow jonas' });
    const order = screen.getByRole('region', { name: 'Posts' }).textContent;
    expect(order).toMatch(/First.*Friends suggestions.*jonas.*Second/);
    expect(screen.getAllByText('Friends suggestions')).toHaveLength(1);
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('shows recent matches after the second post, and upcoming ones after the third', async () => {
    narrow();
    const texts = ['First', 'Second', 'Third', 'Fourth'];
    server.on(FEED, () => json(texts.map((text) => aPost({ text }))));

    openHome();

    await screen.findByText('Fourth');
    expect(screen.getByRole('region', { name: 'Posts' }).textContent).toMatch(
      /Second.*Recent Matches.*Third.*Upcoming Events.*Fourth/,
    );
  });

  it('shows rails in an empty feed', async () => {
    narrow();
    server.on(FEED, () => json([]));
    server.on(SUGGESTIONS, () => json([aFan({ username: 'jonas' })]));

    openHome();

    expect(await screen.findByRole('button', { name: 'Follow jonas' })).toBeVisible();
  });
});
