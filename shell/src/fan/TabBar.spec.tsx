import { currentPage, replaceAddress } from '@kickoff/web';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { aRemote, installLive } from '../test/remote-list';
import { TabBar } from './TabBar';

const LABELS = ['Home', 'Leagues', 'Fantasy', 'Quiz', 'Tickets', 'Shop', 'Travel'];

/** A remote with as many pages and entries as there are labels. */
const withEntries = (labels: readonly string[]) =>
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
  });

beforeEach(() => {
  installLive(withEntries(LABELS));
  replaceAddress('/Home');
});

function open() {
  const page = currentPage();
  if (!page) throw new Error('There is no such page.');
  render(
    <>
      <TabBar page={page} onSearch={jest.fn()} />
      <p>Outside</p>
    </>,
  );
  return within(screen.getByRole('navigation', { name: 'Main' }));
}

describe('TabBar', () => {
  it('shows five entries, Post, Search, Profile', () => {
    const bar = open();

    expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual([
      ...LABELS.slice(0, 5),
      'Profile',
    ]);
    expect(bar.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'More',
      'Post',
      'Search',
    ]);
    expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  });

  it('shows no button More for five entries', () => {
    installLive(withEntries(LABELS.slice(0, 5)));
    const bar = open();

    expect(bar.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('shows the sixth entry and later ones behind More, and focuses the first', async () => {
    const bar = open();
    const more = bar.getByRole('button', { name: 'More' });
    expect(more).toHaveAttribute('aria-expanded', 'false');

    await userEvent.click(more);

    const sixth = await bar.findByRole('link', { name: 'Shop' });
    expect(sixth).toHaveFocus();
    expect(sixth).toHaveAttribute('href', '/Shop');
    expect(bar.getByRole('link', { name: 'Travel' })).toBeVisible();
    expect(more).toHaveAttribute('aria-expanded', 'true');
  });

  it('closes More on Escape and returns the focus', async () => {
    const bar = open();
    const more = bar.getByRole('button', { name: 'More' });
    await userEvent.click(more);
    await bar.findByRole('link', { name: 'Shop' });

    await userEvent.keyboard('{Escape}');

    expect(bar.queryByRole('link', { name: 'Shop' })).toBeNull();
    expect(more).toHaveFocus();
  });

  it.each(['Outside', 'More'])('closes More on a press on %s', async (target) => {
    const bar = open();
    await userEvent.click(bar.getByRole('button', { name: 'More' }));
    await bar.findByRole('link', { name: 'Shop' });

    await userEvent.click(screen.getByText(target));

    expect(bar.queryByRole('link', { name: 'Shop' })).toBeNull();
  });

  it('navigates by an entry behind More, and marks it', async () => {
    replaceAddress('/Travel');
    const bar = open();
    const more = bar.getByRole('button', { name: 'More' });
    expect(more).toHaveAttribute('aria-current', 'true');
    await userEvent.click(more);
    expect(await bar.findByRole('link', { name: 'Travel' })).toHaveAttribute(
      'aria-current',
      'page',
    );

    await userEvent.click(bar.getByRole('link', { name: 'Shop' }));

    expect(location.pathname).toBe('/Shop');
    expect(bar.queryByRole('link', { name: 'Travel' })).toBeNull();
  });
});
