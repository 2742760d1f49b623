import { beforeEach, describe, expect, it } from '@jest/globals';
import { replaceAddress } from '@kickoff/web';
import { aLiveMatch, aMatch, aResult, at } from '@kickoff/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { accessibleText, openLeague, section, serveLeague, type } from '../test/league-page';

const league = serveLeague();

describe('LeaguePage with results and fixtures', () => {
  const result = aResult({ id: 'result', home: 'Arsenal', away: 'Everton' });
  const fixture = aMatch({ id: 'fixture', home: 'Everton', away: 'Leeds', utcDate: at(3, 15) });
  const live = aLiveMatch({ id: 'live' });
  const tabs = () => section('Match Results').getAllByRole('tab');
  const selected = () => section('Match Results').getByRole('tab', { selected: true });
  const panel = () => section('Match Results').getByRole('tabpanel');

  it('opens the results on a day without matches and has no tab for today', async () => {
    league.answer({ matches: [fixture, result] });
    openLeague();
    await section('Match Results').findAllByRole('tab');

    expect(tabs().map((tab) => tab.textContent)).toEqual(['Results', 'Fixtures']);
    expect(selected()).toHaveTextContent('Results');
    expect(panel()).toHaveTextContent('Arsenal');
    expect(panel()).not.toHaveTextContent('Leeds');
  });

  it('opens today on the day of a match', async () => {
    league.answer({ matches: [fixture, live, result] });
    openLeague();
    await section('Match Results').findAllByRole('tab');

    expect(selected()).toHaveTextContent('Today');
    expect(within(panel()).getAllByRole('listitem')[0]).toHaveTextContent('Liverpool');
  });

  it('shows the next match day below a day with few matches', async () => {
    const later = aMatch({ id: 'later', home: 'Leeds', away: 'Chelsea', utcDate: at(0, 21) });
    league.answer({ matches: [later, fixture, live, result] });
    openLeague();
    await section('Match Results').findAllByRole('tab');

    const rows = within(panel()).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => /Liverpool|Leeds/.exec(textContent)?.[0])).toEqual([
      'Liverpool',
      'Leeds',
      'Leeds',
    ]);
    expect(panel()).toHaveTextContent('Tuesday 24 November');
  });

  it('moves between the tabs by arrow keys', async () => {
    league.answer({ matches: [fixture, result] });
    openLeague();
    await section('Match Results').findAllByRole('tab');

    await userEvent.click(selected());
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toHaveFocus();
    expect(selected()).toHaveTextContent('Fixtures');
    expect(panel()).toHaveAccessibleName('Fixtures');
    expect(panel()).toHaveTextContent('Leeds');
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toHaveTextContent('Results');
    await userEvent.keyboard('{End}');
    expect(selected()).toHaveTextContent('Fixtures');
  });

  it('opens the tab of played matches before that of fixtures', async () => {
    league.answer({ matches: [fixture, live, result] });
    openLeague();
    await section('Match Results').findAllByRole('tab');

    await type('everton');
    expect(selected()).toHaveTextContent('Results');
    await userEvent.clear(screen.getByRole('searchbox'));
    await type('leeds');

    expect(selected()).toHaveTextContent('Fixtures');
  });
});

describe('TeamSearch', () => {
  beforeEach(() => {
    league.answer({
      matches: [
        aResult({ home: 'Bayern München', away: 'Arsenal' }),
        aResult({ home: 'Everton', away: 'Bayern München' }),
        aResult({ home: 'Everton', away: 'Arsenal' }),
      ],
    });
    openLeague();
  });
  const clubs = () => section('Match Results').queryAllByRole('listitem').map(accessibleText);

  it('filters matches of a team at home or away, ignoring case', async () => {
    await section('Match Results').findAllByRole('listitem');

    await type('bAYERN');

    expect(clubs()).toEqual(['Bayern München3to1FTArsenal', 'Everton3to1FTBayern München']);
  });

  it('ignores accents', async () => {
    await section('Match Results').findAllByRole('listitem');

    await type('munchen');

    expect(clubs()).toHaveLength(2);
  });

  it('shows the number of results', async () => {
    await section('Match Results').findAllByRole('listitem');
    expect(section('Match Results').getByRole('status')).toBeEmptyDOMElement();

    await type('everton');

    expect(section('Match Results').getByRole('status')).toHaveTextContent('2 matches');
  });

  it('shows that a team has no match', async () => {
    await section('Match Results').findAllByRole('listitem');

    await type('Rovers');

    expect(section('Match Results').getByText('No match data available.')).toBeVisible();
    expect(section('Match Results').getByRole('status')).toHaveTextContent('0 matches');
  });

  it('filters by the team in the address', async () => {
    act(() => replaceAddress('/premier_league?team=Bayern%20M%C3%BCnchen'));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('Bayern München'));

    expect(clubs()).toHaveLength(2);
    act(() => replaceAddress('/premier_league'));
  });

  it('returns to the results from another section', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Top Scorers' }));

    await type('e');

    expect(screen.getByRole('region', { name: 'Match Results' })).toHaveAttribute('data-on');
  });
});
