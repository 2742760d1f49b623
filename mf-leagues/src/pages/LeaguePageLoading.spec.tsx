import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aLiveMatch } from '@kickoff/testing';
import { failure } from '@kickoff/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { later, LEAGUE_CALL, openLeague, section, serveLeague } from '../test/league-page';

const league = serveLeague();

describe('LeaguePage without data', () => {
  it('shows an empty state in each section', async () => {
    league.answer({ matches: [], standings: [{ type: 'TOTAL', table: [] }], scorers: [] });
    openLeague();

    expect(await screen.findByText('No match data available.')).toBeVisible();
    expect(screen.getByText('Point table data not available.')).toBeVisible();
    expect(screen.getByText('Top scorers data not available.')).toBeVisible();
  });

  it('shows that the provider has no table', async () => {
    league.answer({ standings: [] });
    openLeague();

    expect(await screen.findByText('Point table data not available.')).toBeVisible();
  });
});

describe('LeaguePage that fails to load', () => {
  it('shows the status of the rejection', async () => {
    league.on(LEAGUE_CALL, () => failure('Something is wrong', 500));
    openLeague();

    await waitFor(() => expect(league.toasts).toHaveLength(1));
    expect(league.toasts[0]).toEqual({
      kind: 'error',
      text: 'Failed to load live information. Error: HTTP error! status: 500',
    });
  });

  it('shows that there was no response', async () => {
    league.on(LEAGUE_CALL, () => Promise.reject(new TypeError('Nothing answers here.')));
    openLeague();
    await later(2_000);

    await waitFor(() => expect(league.toasts).toHaveLength(1));
    expect(league.toasts[0]?.text).toBe(
      'Failed to load live information. Error: An error occurred. Please try again.',
    );
  });

  it('shows the error once, and retries on request only', async () => {
    league.on(LEAGUE_CALL, () => failure('Something is wrong', 500));
    openLeague();
    await waitFor(() => expect(league.toasts).toHaveLength(1));

    await later(120_000);

    expect(league.toasts).toHaveLength(1);
  });

  it('offers a Retry in each section that reloads all', async () => {
    league.on(LEAGUE_CALL, () => failure('Something is wrong', 500));
    openLeague();
    const retry = await section('Point Table').findByRole('button', { name: 'Retry' });
    expect(section('Match Results').getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(section('Top Scorers').getByRole('button', { name: 'Retry' })).toBeVisible();

    league.answer({});
    await userEvent.click(retry);

    expect(await section('Point Table').findByRole('row', { name: /Arsenal/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});

describe('LeaguePage of a live league', () => {
  beforeEach(() => {
    league.answer({ matches: [aLiveMatch({ goals: [1, 1] })] });
  });

  it('shows the new score within half a minute and announces it once', async () => {
    openLeague();
    await section('Match Results').findByText("72'");

    league.answer({ matches: [aLiveMatch({ goals: [2, 1], minute: 73 })] });
    await later(30_000);

    expect(await section('Match Results').findByText("73'")).toBeVisible();
    expect(screen.getByText('Liverpool 2, Chelsea 1, 73 minutes')).toHaveAttribute(
      'role',
      'status',
    );
  });

  it('shows its data and one error when a refresh fails', async () => {
    openLeague();
    await section('Match Results').findByText("72'");

    league.on(LEAGUE_CALL, () => failure('Something is wrong', 500));
    await later(30_000);
    await later(30_000);

    expect(league.toasts).toHaveLength(1);
    expect(section('Match Results').getByText("72'")).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('makes no requests while the page is hidden', async () => {
    openLeague();
    await section('Match Results').findByText("72'");
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

    league.answer({ matches: [aLiveMatch({ minute: 73 })] });
    await later(30_000);

    expect(section('Match Results').getByText("72'")).toBeVisible();
  });
});
