import type { FootballFeed } from '@kickoff/contracts';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { onToast, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import FootballFeedPage from './FootballFeedPage';

type Row = FootballFeed['leagues'][number];

const NOW = Date.parse('2026-11-21T14:35:00Z');
const agoInMinutes = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const aRow = (facts: Partial<Row> = {}): Row => ({
  league: 'premier_league',
  source: 'football-data.org',
  updatedAt: agoInMinutes(5),
  lastTriedAt: agoInMinutes(3),
  lastError: null,
  stale: false,
  remaining: 9,
  corrections: 2,
  ...facts,
});

let api: ReturnType<typeof fakeApi>;
const feed = (...leagues: Row[]) => api.on('GET /api/admin/football', () => json({ leagues }));

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  startSession('admin', 'token');
  api = fakeApi();
  feed(aRow());
  api.on('GET /api/admin/jobs', () => json({ items: [], total: 0 }));
  api.on('POST /api/admin/football/refresh', () => json({ message: 'It will be fetched' }, 202));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = () =>
  render(
    <ServerState of="admin">
      <FootballFeedPage />
    </ServerState>,
  );
const line = async (name: string) => within(await screen.findByRole('row', { name: RegExp(name) }));
const button = async () => (await line('premier league')).getByRole('button');

describe('FootballFeedPage', () => {
  it('shows provider, ages, quota and corrections of each league', async () => {
    open();

    const cells = (await line('premier league')).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'football-data.org',
      '5 min ago',
      '3 min ago',
      'Up to date',
      '9',
      '2',
      'Fetch now',
    ]);
    expect(screen.getByRole('table', { name: 'Data Feed' })).toBeVisible();
  });

  it('shows errors as sentences', async () => {
    feed(aRow({ lastError: 'The provider did not answer, or not in time.', stale: true }));
    open();

    const text = 'The provider did not answer, or not in time. Out of date.';
    expect(await (await line('premier league')).findByText(text)).toBeVisible();
  });

  it('offers no refresh for the demo season', async () => {
    feed(aRow({ league: 'indian_super_league', source: 'demo', lastTriedAt: null }));
    open();

    expect((await line('indian super league')).getByText('Simulated')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Fetch now/ })).toBeNull();
  });

  it('shows a pending refresh until the league was fetched', async () => {
    open();
    await userEvent.click(await button());
    expect(await button()).toHaveAttribute('aria-busy', 'true');
    expect(await screen.findByText(/^premier league will be fetched/)).toBeInTheDocument();

    feed(aRow({ lastTriedAt: new Date(NOW + 1_000).toISOString() }));
    await act(() => jest.advanceTimersByTimeAsync(2_000));

    const fresh = await screen.findByRole('button', { name: /^Just fetched/ });
    expect(fresh).toHaveAttribute('aria-disabled', 'true');
    // A disabled button would lose the focus.
    expect(fresh).toBeEnabled();
    await userEvent.click(fresh);
    expect(api.sent('POST /api/admin/football/refresh')).toHaveLength(1);
  });

  it('allows another attempt when a refresh request fails', async () => {
    api.on('POST /api/admin/football/refresh', () => failure('Too many calls', 429));
    open();

    await userEvent.click(await button());

    const fetchNow = await screen.findByRole('button', { name: /^Fetch now/ });
    await waitFor(() => expect(fetchNow).not.toHaveAttribute('aria-busy', 'true'));
    expect(fetchNow).toBeEnabled();
  });

  it('withdraws the error of a refresh request with the next attempt', async () => {
    const texts = new Set<string>();
    const stop = onToast(
      ({ text }) => texts.add(text),
      ({ text }) => texts.delete(text),
    );
    api.on('POST /api/admin/football/refresh', () => failure('Too many calls', 429));
    open();
    await userEvent.click(await button());
    await waitFor(() => expect([...texts]).toEqual(['Too many calls']));

    api.on('POST /api/admin/football/refresh', () => json({ message: 'Soon' }, 202));
    await userEvent.click(await screen.findByRole('button', { name: /^Fetch now/ }));

    await waitFor(() => expect([...texts]).toEqual([]));
    stop();
  });

  it('shows why the data failed, and loads it on Retry', async () => {
    api.on('GET /api/admin/football', () => failure('The database is away', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');

    feed(aRow());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await line('premier league')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows that no background work is stuck', async () => {
    open();

    expect(await screen.findByText('Nothing is stuck.')).toBeVisible();
  });

  it('shows stuck work with its error and the time of the next attempt', async () => {
    const item = {
      job: 'post-removals',
      item: 'a'.repeat(24),
      failures: 3,
      lastError: 'Error: EACCES: permission denied',
      since: agoInMinutes(7),
      retryAt: new Date(NOW + 4 * 60_000).toISOString(),
    };
    api.on('GET /api/admin/jobs', () => json({ items: [item], total: 1 }));
    open();

    const cells = (await line('post removals')).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      item.item,
      '3',
      '7 min ago',
      expect.stringContaining('2026'),
      item.lastError,
    ]);
    expect(screen.getByText('1 item failed and will be tried again.')).toBeVisible();
    // A table wider than the page must be focusable to scroll by keyboard.
    expect(screen.getByRole('region', { name: 'Stuck items' })).toHaveAttribute('tabindex', '0');
  });

  it('loads stuck work on Retry after a failure', async () => {
    api.on('GET /api/admin/jobs', () => failure('The database is away', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');

    api.on('GET /api/admin/jobs', () => json({ items: [], total: 0 }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry : Background jobs' }));

    expect(await screen.findByText('Nothing is stuck.')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Background jobs' })).toHaveFocus();
  });
});
