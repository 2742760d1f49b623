import { beforeEach, describe, expect, it } from '@jest/globals';
import { currentPage } from '@kickoff/web';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import LeaguesPage from './LeaguesPage';

beforeEach(() => {
  history.replaceState(null, '', '/FL');
  render(<LeaguesPage />);
});

const cards = () => within(screen.getByRole('region', { name: 'Leagues' })).getAllByRole('link');

describe('the list of leagues', () => {
  it('has a real link to each of the eight leagues', () => {
    expect(cards().map((card) => card.getAttribute('href'))).toEqual([
      '/champions_league',
      '/premier_league',
      '/la_liga',
      '/serie_a',
      '/bundesliga',
      '/ligue_1',
      '/indian_super_league',
      '/eredivisie',
    ]);
  });

  it('names each league and its country', () => {
    expect(screen.getByRole('link', { name: 'Serie A Italy' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Explore Leagues' })).toBeVisible();
  });

  it('opens a league inside the application', async () => {
    await userEvent.click(screen.getByRole('link', { name: /Eredivisie/ }));

    expect(currentPage()).toMatchObject({ name: 'League', params: { league: 'eredivisie' } });
  });
});
