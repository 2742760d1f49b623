import { beforeEach, describe, expect, it } from '@jest/globals';

import { addressOf, currentPage, loginAddress, replaceAddress, wayBack } from './addresses';
import { installPages } from './pages';

beforeEach(() => {
  installPages([
    { name: 'shell', pages: { Login: { paths: ['/login'], audience: 'anyone', title: 'Login' } } },
    {
      name: 'fantasy',
      pages: {
        Fantasy: { paths: ['/fantasy'], audience: 'fan', title: 'Fantasy' },
        Draft: { paths: ['/draft/:round'], audience: 'fan', title: 'Draft' },
      },
    },
  ]);
});

describe('addressOf', () => {
  it('encodes the parameters of the address', () => {
    expect(addressOf('FriendProfile', { username: 'a/b' })).toBe('/user/a%2Fb');
  });
});

describe('currentPage', () => {
  it('returns the page of the remote that declares the address', () => {
    replaceAddress('/draft/3');

    expect(currentPage()).toMatchObject({
      remote: 'fantasy',
      name: 'Draft',
      params: { round: '3' },
    });
  });

  it('returns nothing at an address that no remote declares', () => {
    replaceAddress('/quiz');

    expect(currentPage()).toBeUndefined();
  });
});

describe('wayBack', () => {
  it.each(['/draft/3?tab=all', '/draft/3#c-1', '/draft/3?tab=all#c-1'])(
    'returns the page that required the login, with query and fragment: %s',
    (address) => {
      replaceAddress(address);
      replaceAddress(loginAddress('fan'));

      expect(wayBack('fan')).toBe(address);
    },
  );

  it.each([
    '/draft/3',
    '//elsewhere.example',
    '//elsewhere.example#/admin',
    'javascript:alert(1)#/fantasy',
    '#//elsewhere.example',
    '/quiz',
  ])("returns the admins' first page for the address %s", (back) => {
    replaceAddress(`/admin-login?back=${encodeURIComponent(back)}`);

    expect(wayBack('admin')).toBe('/AdminHome');
  });
});
