import { fakeApi } from '@kickoff/testing/fake-api';
import { currentPage, replaceAddress, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { aRemote, installLive } from '../test/remote-list';
import AdminArea from './AdminArea';

const admin = aRemote('admin', {
  pages: {
    AdminHome: { paths: ['/AdminHome'], audience: 'admin', title: 'Admin Dashboard' },
    FanList: { paths: ['/user'], audience: 'admin', title: 'Users List' },
    FanRecord: { paths: ['/fan/:userId'], audience: 'admin', title: 'Fan' },
    PostList: { paths: ['/post'], audience: 'admin', title: 'Posts List' },
    Growth: { paths: ['/engagement'], audience: 'admin', title: 'User Registration Growth' },
  },
  navigation: [
    { page: 'FanList', label: 'View Users', icon: 'users', place: 'admin/users' },
    { page: 'PostList', label: 'Manage Posts', icon: 'fileText', place: 'admin/content' },
    { page: 'Growth', label: 'User Engagement', icon: 'chartPie', place: 'admin/analytics' },
  ],
});

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 60 * 60_000;

/** A token like the server's, without a signature. */
const aToken = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;
const endingIn = (ms: number) => aToken({ exp: (NOW + ms) / 1000 });

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  fakeApi();
  installLive({ ...admin, needs: { react: '^1.0.0' } });
  startSession('admin', endingIn(12 * HOUR_MS));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

async function openAt(address: string) {
  replaceAddress(address);
  const page = currentPage();
  if (!page) throw new Error(`There is no page at ${address}.`);
  render(<AdminArea page={page} />);
  // Without the remote's code the layout must still work.
  await screen.findByRole('alert');
}
const sidebar = () => within(screen.getByRole('navigation', { name: 'Admin' }));

describe('AdminArea', () => {
  it('shows its name, a link home, and the entries of remotes', async () => {
    await openAt('/AdminHome');

    expect(screen.getByText('Admin Dashboard')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute(
      'href',
      '/AdminHome',
    );
    const ways = sidebar()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(ways).toEqual([
      ['Dashboard', '/AdminHome'],
      ['View Users', '/user'],
      ['Manage Posts', '/post'],
      ['User Engagement', '/engagement'],
    ]);
  });

  it.each([
    ['/user', 'View Users'],
    ['/fan/1001', 'View Users'],
    ['/Engagement', 'User Engagement'],
    ['/POST', 'Manage Posts'],
    ['/adminhome', 'Dashboard'],
  ])('marks at %s the current link', async (address, name) => {
    await openAt(address);

    const marked = sidebar()
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map(({ textContent }) => textContent)).toEqual([name]);
  });

  it('collapses and expands a group', async () => {
    await openAt('/AdminHome');
    const section = screen.getByRole('button', { name: 'User management' });

    await userEvent.click(section);
    expect(section).toHaveAttribute('aria-expanded', 'false');
    expect(sidebar().queryByRole('link', { name: 'View Users' })).toBeNull();
    await userEvent.click(section);

    expect(sidebar().getByRole('link', { name: 'View Users' })).toBeVisible();
  });

  it('ends the session at Logout and opens the landing page', async () => {
    await openAt('/AdminHome');

    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));

    expect(window.localStorage.getItem('AdminToken')).toBeNull();
    expect(location.pathname).toBe('/');
  });

  it('warns before the session expires', async () => {
    startSession('admin', endingIn(20 * 60_000));
    await openAt('/AdminHome');
    expect(screen.queryByText(/Your session ends/)).toBeNull();

    await act(() => jest.advanceTimersByTimeAsync(10.5 * 60_000));

    expect(screen.getByText(/^Your session ends at/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Log in again' })).toBeVisible();
  });

  it('warns before the session expires by inactivity', async () => {
    await openAt('/AdminHome');

    await act(() => jest.advanceTimersByTimeAsync(51 * 60_000));

    expect(screen.getByText(/^Still there\?/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stay logged in' })).toBeVisible();
  });
});
