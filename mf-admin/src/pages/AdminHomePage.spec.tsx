import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { failure, fakeApi, json, page } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { aCase, aFanRow, anAdminPost } from '../test/rows';
import AdminHomePage from './AdminHomePage';

let api: ReturnType<typeof fakeApi>;

const change = { days: 30, now: 12, before: 8 };

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
  startSession('admin', 'token');
  api = fakeApi();
  api.on('GET /api/admin/totalUsers', () => json({ totalUsers: 12_480, change }));
  api.on('GET /api/admin/totalPosts', () => json({ totalPosts: 38_214, change }));
  api.on('GET /api/admin/activeUsers', () => json({ activeUsers: 947 }));
  api.on('GET /api/admin/users?limit=5', () => page([aFanRow({ username: 'newcomer' })]));
  api.on('GET /api/admin/posts?limit=5', () => page([anAdminPost({ text: 'Ninety minutes!' })]));
  api.on('GET /api/admin/reports?limit=5&state=open', () => page([aCase()], { total: 12 }));
  api.on('GET /api/admin/football', () => json({ leagues: [] }));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = () =>
  render(
    <ServerState of="admin">
      <AdminHomePage />
    </ServerState>,
  );
const card = (name: string) => within(screen.getByRole('region', { name }));
const halfAMinuteLater = () => act(() => jest.advanceTimersByTimeAsync(30_000));

describe('AdminHomePage', () => {
  it('shows the totals with thousands separators', async () => {
    open();

    expect(await card('Total Users').findByText((12_480).toLocaleString())).toBeVisible();
    expect(await card('Total Posts').findByText((38_214).toLocaleString())).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    expect(screen.getByText('Select sidebar to view.')).toBeVisible();
  });

  it('shows the period over which users count as active', async () => {
    open();

    expect(await card('Active Users').findByText('947')).toBeVisible();
    expect(card('Active Users').getByText('in the last 24 hours')).toBeVisible();
  });

  it("shows 'Loading...' only while loading", async () => {
    let arrive: (answer: Response) => void = () => undefined;
    api.on('GET /api/admin/activeUsers', () => new Promise((resolve) => (arrive = resolve)));

    open();
    await card('Total Users').findByText((12_480).toLocaleString());
    expect(screen.getAllByText('Loading...')).toHaveLength(1);

    act(() => arrive(json({ activeUsers: 3 })));
    expect(await card('Active Users').findByText('3')).toBeVisible();
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  it('shows why a total failed to load, and loads it on Retry', async () => {
    api.on('GET /api/admin/totalPosts', () => failure('Counting failed', 500));
    open();
    expect(await card('Total Posts').findByRole('alert')).toHaveTextContent('Counting failed');

    api.on('GET /api/admin/totalPosts', () => json({ totalPosts: 7, change }));
    await userEvent.click(card('Total Posts').getByRole('button', { name: 'Retry' }));

    expect(await card('Total Posts').findByText('7')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('region', { name: 'Total Posts' })).toHaveFocus();
  });

  it('refreshes every half minute', async () => {
    open();
    await card('Active Users').findByText('947');

    api.on('GET /api/admin/activeUsers', () => json({ activeUsers: 948 }));
    await halfAMinuteLater();

    expect(await card('Active Users').findByText('948')).toBeVisible();
  });

  it('shows the last number when a refresh fails', async () => {
    open();
    await card('Total Users').findByText((12_480).toLocaleString());

    api.on('GET /api/admin/totalUsers', () => failure('Counting failed', 500));
    await halfAMinuteLater();

    expect(await card('Total Users').findByRole('alert')).toHaveTextContent('Counting failed');
    expect(card('Total Users').getByText((12_480).toLocaleString())).toBeVisible();
  });

  it('shows each total with that of the previous period', async () => {
    api.on('GET /api/admin/totalUsers', () => json({ totalUsers: 5, change }));
    open();

    const comparison = '12 in 30 days, 8 before (+50%)';
    expect(await card('Total Users').findByText(comparison)).toBeVisible();
  });

  it('shows the latest fans and posts and the number of open cases', async () => {
    open();

    expect(await card('Newest fans').findByText('newcomer')).toBeVisible();
    expect(await card('Newest posts').findByText('Ninety minutes!')).toBeVisible();
    const waiting = await screen.findByRole('region', { name: 'Open reports (12)' });
    expect(within(waiting).getByText('Post by spammer, reported by 1 fan')).toBeVisible();
  });

  it('shows whether all leagues are up to date, naming an outdated one', async () => {
    const league = {
      league: 'la_liga',
      source: 'demo',
      updatedAt: '2026-11-21T12:00:00.000Z',
      lastTriedAt: null,
      lastError: 'The provider did not answer.',
      stale: true,
      corrections: 0,
    };
    api.on('GET /api/admin/football', () => json({ leagues: [league] }));
    open();

    expect(await card('Football data').findByText('la liga')).toBeVisible();
    expect(card('Football data').getByText('The provider did not answer.')).toBeVisible();
  });

  it('retries only the failed panel', async () => {
    api.on('GET /api/admin/users?limit=5', () => failure('No list today', 500));
    open();
    expect(await card('Newest fans').findByRole('alert')).toHaveTextContent('No list today');
    expect(await card('Newest posts').findByText('Ninety minutes!')).toBeVisible();

    api.on('GET /api/admin/users?limit=5', () => page([]));
    await userEvent.click(card('Newest fans').getByRole('button', { name: /^Retry/ }));

    expect(await card('Newest fans').findByText('No fans yet')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Newest fans' })).toHaveFocus();
  });

  it('makes no requests while the page is hidden', async () => {
    open();
    await card('Active Users').findByText('947');
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

    api.on('GET /api/admin/activeUsers', () => json({ activeUsers: 948 }));
    await halfAMinuteLater();

    expect(card('Active Users').getByText('947')).toBeVisible();
  });
});
