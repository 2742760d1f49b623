import { currentPage, replaceAddress } from '@kickoff/web';
import { beforeEach, describe, expect, it } from '@jest/globals';

import { aRemote, installLive } from '../test/remote-list';
import { navigationLinks } from './navigation-links';

const fan = aRemote('fan', {
  pages: {
    Profile: { paths: ['/profile'], audience: 'fan', title: 'Profile' },
    Home: { paths: ['/home'], audience: 'fan', title: 'Home' },
  },
  navigation: [{ page: 'Home', label: 'Home', icon: 'house', place: 'main', order: 100 }],
});
const leagues = aRemote('leagues', {
  pages: {
    Leagues: { paths: ['/FL', '/leagues'], audience: 'fan', title: 'Leagues' },
    Match: { paths: ['/match/:matchId'], audience: 'fan', title: 'Match' },
    Table: { paths: ['/table'], audience: 'fan', title: 'Table' },
    Home: { paths: ['/league-home'], audience: 'fan', title: 'Home' },
  },
  navigation: [
    { page: 'Table', label: 'Table', icon: 'star', place: 'main' },
    { page: 'Leagues', label: 'Leagues', icon: 'trophy', place: 'main' },
  ],
});
const admin = aRemote('admin', {
  pages: { Users: { paths: ['/user'], audience: 'admin', title: 'Users' } },
  navigation: [{ page: 'Users', label: 'Users', icon: 'users', place: 'admin/users', order: 0 }],
});

beforeEach(() => {
  installLive(leagues, fan, admin);
});

function linksAt(address: string) {
  replaceAddress(address);
  const page = currentPage();
  if (!page) throw new Error(`There is no page at ${address}.`);
  return navigationLinks('main', page);
}

describe('navigationLinks', () => {
  it('returns the entries of a place by order, then by label', () => {
    expect(linksAt('/home')).toMatchObject([
      { label: 'Home', to: '/home', icon: 'house' },
      { label: 'Leagues', to: '/FL', icon: 'trophy' },
      { label: 'Table', to: '/table', icon: 'star' },
    ]);
  });

  it.each([
    ['/home', 'Home'],
    ['/leagues', 'Leagues'],
    ['/match/7', 'Leagues'],
    ['/table', 'Table'],
    ['/league-home', 'Table'],
    ['/profile', undefined],
    ['/user', undefined],
  ])('marks at %s the entry of the page, or of the page declared before it', (address, label) => {
    const marked = linksAt(address).filter(({ isCurrent }) => isCurrent);

    expect(marked.map((link) => link.label)).toEqual(label === undefined ? [] : [label]);
  });
});
