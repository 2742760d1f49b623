import { pageAt } from '@kickoff/contracts';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { replaceAddress, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import AdminArea from './AdminArea';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 60 * 60_000;

/** A token like the server's, without a signature. */
const aToken = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;
const endingIn = (ms: number) => aToken({ exp: (NOW + ms) / 1000 });

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  fakeApi().on('GET /remotes.json', () => json({ version: 1, remotes: [] }));
  startSession('admin', endingIn(12 * HOUR_MS));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

async function openAt(address: string) {
  replaceAddress(address);
  const page = pageAt(address);
  if (!page) throw new Error(`There is no page at ${address}.`);
  render(<AdminArea page={page} />);
  // Without remotes the layout must still work.
  await screen.findByText('This part of KickOff is not available right now.');
}
const sidebar = () => within(screen.getByRole('navigation', { name: 'Admin' }));

describe('AdminArea', () => {
  it('shows its name, a link home, and the specified links', async () => {
    await openAt('/AdminHome');

    expect(screen.getByText('Admin Dashboard')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute(
      'href',
      '/AdminHome',
    );
    const ways = sidebar()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(ways).toEqual(
      expect.arrayContaining([
        ['View Users', '/user'],
        ['Manage Posts', '/post'],
        ['User Engagement', '/engagement'],
        ['Content Performance', '/post-engagement'],
      ]),
    );
  });

  it.each([
    ['/user', 'View Users'],
    ['/fan/1001', 'View Users'],
    ['/Engagement', 'User Engagement'],
    ['/Post-Engagement', 'Content Performance'],
    ['/adminhome', undefined],
  ])('marks at %s the current link', async (address, name) => {
    await openAt(address);

    const marked = sidebar()
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map(({ textContent }) => textContent)).toEqual(name === undefined ? [] : [name]);
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

  it('ends the session at Logout and goes to the landing page', async () => {
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

  it('warns before the session ends by idleness', async () => {
    await openAt('/AdminHome');

    await act(() => jest.advanceTimersByTimeAsync(51 * 60_000));

    expect(screen.getByText(/^Nothing has been done for a while/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stay logged in' })).toBeVisible();
  });
});
