import { describe, expect, it } from '@jest/globals';

import type { RemoteBuild } from '../builds/build.js';
import { resolveClaims } from './resolve-claims.js';

const aBuild = (name: string, id: string, path: string): RemoteBuild => ({
  kind: 'remote',
  ...{ name, id, version: '1.0.0', needs: {}, navigation: [], files: [], entry: '', modules: [] },
  pages: { Page: { paths: [path], audience: 'fan', title: 'Page' } },
});

describe('resolveClaims', () => {
  it('selects the newest build of each part', () => {
    const newest = aBuild('fan', 'two', '/home');

    expect(
      resolveClaims([{ name: 'fan', newest, lastGood: aBuild('fan', 'one', '/home') }]),
    ).toEqual([{ name: 'fan', build: newest, problem: undefined }]);
  });

  it('falls back to the last good build when the newest conflicts with another part', () => {
    const home = aBuild('fan', 'one', '/home');
    const lastGood = aBuild('draft', 'one', '/draft');
    const newest = aBuild('draft', 'two', '/home');

    expect(
      resolveClaims([
        { name: 'draft', newest, lastGood },
        { name: 'fan', newest: home, lastGood: home },
      ]),
    ).toEqual([
      { name: 'draft', build: lastGood, problem: "'draft' claims the address /home of 'fan'" },
      { name: 'fan', build: home, problem: undefined },
    ]);
  });

  it('lets a part claim an address that another part releases at the same time', () => {
    const draft = aBuild('draft', 'two', '/home');
    const fan = aBuild('fan', 'two', '/start');

    const resolved = resolveClaims([
      { name: 'draft', newest: draft, lastGood: aBuild('draft', 'one', '/draft') },
      { name: 'fan', newest: fan, lastGood: aBuild('fan', 'one', '/home') },
    ]);

    expect(resolved.map(({ build }) => build)).toEqual([draft, fan]);
  });

  it('selects the first by name of two new parts that conflict', () => {
    const resolved = resolveClaims([
      { name: 'draft', newest: aBuild('draft', 'one', '/home') },
      { name: 'beta', newest: aBuild('beta', 'one', '/home') },
    ]);

    expect(resolved).toMatchObject([
      { name: 'beta', problem: undefined },
      { name: 'draft', build: undefined, problem: "'draft' claims the address /home of 'beta'" },
    ]);
  });
});
