import { describe, expect, it } from '@jest/globals';

import { openAddress, showMessage } from './push-messages';

const ORIGIN = 'http://localhost';
const ICON = '/assets/icon-192.png';

describe('showMessage', () => {
  const shown = async (json: () => unknown) => {
    const notifications: unknown[] = [];
    await showMessage(
      { json },
      {
        showNotification: (title, options) => {
          notifications.push({ title, ...options });
          return Promise.resolve();
        },
      },
    );
    return notifications;
  };

  it('shows the title and text of a message, with its address', async () => {
    const message = { title: 'Goal', text: 'Harbour 1–0 Hilltop', address: '/match/m1' };

    expect(await shown(() => message)).toEqual([
      { title: 'Goal', body: 'Harbour 1–0 Hilltop', data: '/match/m1', icon: ICON },
    ]);
  });

  it.each([
    ['no JSON', (): unknown => JSON.parse('{')],
    ['another shape', () => ({ title: 'Goal', text: 1 })],
  ])('shows a general notification for %s', async (_what, json) => {
    expect(await shown(json)).toEqual([
      {
        title: 'KickOff',
        body: 'There is something new for you',
        data: '/notifications',
        icon: ICON,
      },
    ]);
  });
});

describe('openAddress', () => {
  /** A browser with tabs at these addresses, and what was done to them. */
  const browser = (...addresses: readonly string[]) => {
    const done: string[] = [];
    const tabs = addresses.map((address, index) => ({
      url: ORIGIN + address,
      focused: index === 1,
      focus: () => Promise.resolve(done.push(`focus ${address}`)),
      navigate: (url: string) =>
        address === '/uncontrolled'
          ? Promise.reject(new TypeError('It is not controlled.'))
          : Promise.resolve(done.push(`navigate ${address} to ${url}`)),
    }));
    return {
      done,
      tabs: {
        matchAll: () => Promise.resolve(tabs),
        openWindow: (url: string) => Promise.resolve(done.push(`open ${url}`)),
      },
    };
  };

  it('opens a tab when there is none', async () => {
    const { done, tabs } = browser();

    await openAddress('/p/p1#c-c1', ORIGIN, tabs);

    expect(done).toEqual([`open ${ORIGIN}/p/p1#c-c1`]);
  });

  it('focuses and navigates the tab in use', async () => {
    const { done, tabs } = browser('/home', '/FL');

    await openAddress('/match/m1', ORIGIN, tabs);

    expect(done).toEqual(['focus /FL', `navigate /FL to ${ORIGIN}/match/m1`]);
  });

  it('only focuses a tab that shows the address', async () => {
    const { done, tabs } = browser('/match/m1', '/FL');

    await openAddress('/match/m1', ORIGIN, tabs);

    expect(done).toEqual(['focus /match/m1']);
  });

  it('opens a tab if the open one cannot be navigated', async () => {
    const { done, tabs } = browser('/uncontrolled');

    await openAddress('/match/m1', ORIGIN, tabs);

    expect(done).toEqual(['focus /uncontrolled', `open ${ORIGIN}/match/m1`]);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example/', 'javascript:alert(1)', undefined])(
    'opens the notifications instead of %s',
    async (address) => {
      const { done, tabs } = browser();

      await openAddress(address, ORIGIN, tabs);

      expect(done).toEqual([`open ${ORIGIN}/notifications`]);
    },
  );
});
