import { THEME_COOKIE } from '@kickoff/contracts';
import { anOwnProfile } from '@kickoff/testing';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { currentPage, replaceAddress, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { aRemote, installLive } from '../test/remote-list';
import { TopBar } from './TopBar';

beforeEach(() => {
  startSession('fan', 'token');
  fakeApi().on('GET /api/user/profile', () => json(anOwnProfile()));
  installLive(
    aRemote('fan', {
      pages: {
        Home: { paths: ['/home'], audience: 'fan', title: 'Home' },
        Club: { paths: ['/club'], audience: 'fan', title: 'Club' },
      },
      navigation: [
        { page: 'Club', label: 'Club', icon: 'star', place: 'main' },
        { page: 'Home', label: 'Home', icon: 'house', place: 'main', order: 0 },
      ],
    }),
  );
  replaceAddress('/home');
});
afterEach(() => {
  jest.restoreAllMocks();
});

function open() {
  const page = currentPage();
  if (!page) throw new Error('There is no such page.');
  render(
    <ServerState of="fan">
      <TopBar page={page} />
    </ServerState>,
  );
}

describe('TopBar', () => {
  it('shows the navigation with the current entry marked', () => {
    open();

    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(
      links.map((link) => [
        link.textContent,
        link.getAttribute('href'),
        link.getAttribute('aria-current'),
      ]),
    ).toEqual([
      ['Home', '/home', 'page'],
      ['Club', '/club', null],
    ]);
  });

  it("retains the fan's theme when another tab has left the fan's pages", async () => {
    const profile = anOwnProfile();
    const settings = { ...profile.settings, theme: 'dark' } as const;
    fakeApi().on('GET /api/user/profile', () => json({ ...profile, settings }));
    open();
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));

    // The pages before login are in the system's theme.
    document.cookie = `${THEME_COOKIE}=; path=/; max-age=0`;
    document.dispatchEvent(new Event('visibilitychange'));

    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  });

  it('moves entries that do not fit behind More', async () => {
    const labels = ['Home', 'Leagues', 'Saved', 'Cups', 'Predictions', 'Tables'];
    installLive(
      aRemote('fan', {
        pages: Object.fromEntries(
          labels.map((label) => [label, { paths: [`/${label}`], audience: 'fan', title: label }]),
        ),
        navigation: labels.map((label, order) => ({
          page: label,
          label,
          icon: 'star',
          place: 'main',
          order,
        })),
      }),
    );
    replaceAddress('/Tables');
    open();
    const bar = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
      labels.slice(0, 4),
    );
    const more = bar.getByRole('button', { name: 'More' });
    expect(more).toHaveAttribute('aria-current', 'true');

    await userEvent.click(more);

    expect(await bar.findByRole('link', { name: 'Predictions' })).toHaveFocus();
    expect(bar.getByRole('link', { name: 'Tables' })).toHaveAttribute('aria-current', 'page');
  });

  it('shows no navigation on narrow screens, which have a tab bar', () => {
    const matchMedia = window.matchMedia.bind(window);
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((media) =>
        Object.assign(matchMedia(media), { matches: media === '(max-width: 959px)' }),
      );
    open();

    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
