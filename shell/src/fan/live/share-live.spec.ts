import { fakeLive, freezeFirstTab, killFirstTab } from '@kickoff/testing/fake-live';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { Tab } from '../../test/tab';

let browser: ReturnType<typeof fakeLive>;
let server: (typeof browser)['server'];
const tabs: Tab[] = [];

/** Delivers pending messages between tabs. */
const settled = () => jest.advanceTimersByTimeAsync(0);
/** The longest backoff of a tab, twice. */
const reopened = () => jest.advanceTimersByTimeAsync(60_000 - 1);

function tab(at: number): Tab {
  const found = tabs[at];
  if (!found) throw new Error(`There is no tab ${at}`);
  return found;
}

beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) tabs.push(await Tab.make(() => server.count));
});
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  browser = fakeLive();
  ({ server } = browser);
});
afterEach(async () => {
  for (const open of tabs) if (open.isOpen) open.close();
  await settled();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('shareLive', () => {
  it('opens one stream for all tabs, and delivers each event once', async () => {
    for (const each of tabs) await each.open();

    const posts = [server.publish(), server.publish()];
    await settled();

    expect(server.asked).toEqual(['/api/events']);
    for (const each of tabs) expect(each.posts).toEqual(posts);
  });

  it('makes a later tab refetch once', async () => {
    await tab(0).open();
    server.publish();
    await settled();

    await tab(1).open();

    expect([tab(1).misses, tab(1).states]).toEqual([1, [true]]);
    const post = server.publish();
    await settled();
    expect(tab(1).posts).toEqual([post]);
    expect(tab(0).misses).toBe(1);
  });

  it('resumes in another tab when the leader closes', async () => {
    await tab(0).open();
    await tab(1).open();
    const before = server.publish();
    await settled();

    tab(0).close();
    const meanwhile = server.publish();
    await settled();
    const then = server.publish();
    await settled();

    expect(server.asked).toEqual(['/api/events', '/api/events?lastEventId=1']);
    expect(tab(1).posts).toEqual([before, meanwhile, then]);
    expect(tab(1).misses).toBe(1);
    expect(server.streams.size).toBe(1);
  });

  it('resumes in a tab that opened after the last event', async () => {
    await tab(0).open();
    server.publish();
    await settled();
    await tab(1).open();

    tab(0).close();
    await settled();

    expect(server.asked).toEqual(['/api/events', '/api/events?lastEventId=1']);
  });

  it('resumes in another tab when the leader is killed', async () => {
    await tab(0).open();
    await tab(1).open();
    const before = server.publish();
    await settled();

    killFirstTab(browser);
    const meanwhile = server.publish();
    await settled();

    expect(tab(1).posts).toEqual([before, meanwhile]);
    expect(server.streams.size).toBe(1);
  });

  it('resumes in another tab within 10 s when the leader freezes', async () => {
    await tab(0).open();
    await tab(1).open();
    const before = server.publish();
    await settled();

    freezeFirstTab(browser);
    const meanwhile = server.publish();
    await jest.advanceTimersByTimeAsync(10_000);

    expect(tab(1).posts).toEqual([before, meanwhile]);
    expect(server.asked).toEqual(['/api/events', '/api/events?lastEventId=1']);
  });

  it('replaces a frozen leader, which refetches once', async () => {
    await tab(0).open();
    await tab(1).open();
    await tab(2).open();
    const first = server.publish();
    await settled();
    const thaw = freezeFirstTab(browser);
    const meanwhile = server.publish();
    await jest.advanceTimersByTimeAsync(10_000);
    const before = tab(0).misses;

    thaw();
    await settled();
    const then = server.publish();
    await settled();

    expect(server.streams.size).toBe(1);
    expect(tab(0).misses).toBe(before + 1);
    expect(tab(0).posts.filter((post) => post === then)).toEqual([then]);
    expect([tab(1).posts, tab(2).posts]).toEqual([
      [first, meanwhile, then],
      [first, meanwhile, then],
    ]);
  });

  it('ignores a message of a replaced leader that arrives late', async () => {
    await tab(0).open();
    await tab(1).open();
    const before = tab(1).misses;

    const late = { kind: 'heard', happening: { name: 'missed' }, term: 1 };
    new BroadcastChannel('kickoff-live').postMessage(late);
    await settled();

    expect(tab(1).misses).toBe(before);
  });

  it('does not replace a leader that sends heartbeats', async () => {
    for (const each of tabs) await each.open();

    await jest.advanceTimersByTimeAsync(50_000);

    expect(server.asked).toEqual(['/api/events']);
  });

  it('does not make a hidden tab the leader', async () => {
    await tab(0).open();
    await tab(1).open();
    const look = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    freezeFirstTab(browser);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(server.asked).toHaveLength(1);

    look.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(10_000);

    expect(server.asked).toHaveLength(2);
  });

  it('resumes after a disconnect, also in the middle of an event', async () => {
    await tab(0).open();
    await tab(1).open();
    const before = server.publish();
    await settled();

    server.send('id: 2\nevent: post.created\ndata: {"_id":"po');
    server.breakOff();
    const meanwhile = server.publish();
    await reopened();

    expect(server.asked.slice(1)).toEqual(['/api/events?lastEventId=1']);
    for (const each of [tab(0), tab(1)]) {
      expect(each.posts).toEqual([before, meanwhile]);
      expect(each.states).toEqual([true, false, true]);
    }
  });

  it('backs off while the server is down', async () => {
    await tab(0).open();
    server.isAway = true;

    server.breakOff();
    await jest.advanceTimersByTimeAsync(10_000);
    const soon = server.asked.length;
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    const late = server.asked.length - soon;

    // Half a second, doubled each time, up to 30 s.
    expect(soon).toBeGreaterThan(3);
    expect(soon).toBeLessThan(9);
    expect(late).toBeGreaterThan(18);
    expect(late).toBeLessThan(45);
  });

  it('takes the resume position from a heartbeat', async () => {
    await tab(0).open();
    await tab(1).open();

    server.send('id: 77\nevent: heartbeat\ndata: {}\n\n');
    await settled();
    tab(0).close();
    await settled();

    expect(server.asked.at(-1)).toBe('/api/events?lastEventId=77');
    expect(tab(1).posts).toEqual([]);
  });

  it('reconnects after a minute of silence', async () => {
    await tab(0).open();

    await jest.advanceTimersByTimeAsync(60_000);
    await jest.advanceTimersByTimeAsync(1_000);

    expect(server.asked).toHaveLength(2);
    expect(server.streams.size).toBe(1);
  });

  it('reconnects at once when a device wakes after a minute of silence', async () => {
    await tab(0).open();
    server.publish();
    await settled();
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(server.asked).toHaveLength(1);

    // No timer runs while the device sleeps.
    jest.setSystemTime(Date.now() + 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();

    expect(server.asked.slice(1)).toEqual(['/api/events?lastEventId=1']);
    expect(server.streams.size).toBe(1);
  });

  it('reconnects a silent hidden leader at once when another tab becomes visible', async () => {
    await tab(0).open();
    const look = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    // After the listeners of the first tab, which stays hidden.
    const show = () => look.mockReturnValue('visible');
    document.addEventListener('visibilitychange', show, { once: true });
    await tab(1).open();
    server.publish();
    await settled();

    jest.setSystemTime(Date.now() + 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();

    expect(server.asked.slice(1)).toEqual(['/api/events?lastEventId=1']);
    expect(tab(1).misses).toBe(1);
  });

  it.each([
    'event: reset\ndata: {}',
    'event: post.created\ndata: nonsense',
    'event: post.changed\ndata: {"_id":"1"}',
  ])('makes every tab refetch after %j', async (text) => {
    await tab(0).open();
    await tab(1).open();

    server.send(`id: 5\n${text}\n\n`);
    await settled();

    expect([tab(0).misses, tab(1).misses]).toEqual([2, 2]);
    expect([tab(0).posts, tab(1).posts]).toEqual([[], []]);
  });

  it('loses and duplicates no event in 100 random histories of tabs', async () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      let state = seed;
      const pick = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      ({ server } = fakeLive());
      const due = new Map<Tab, number[]>();
      for (let step = 0; step < 40; step += 1) {
        const one = tab(pick(tabs.length));
        switch (pick(6)) {
          case 0:
            if (one.isOpen) {
              one.close();
              due.delete(one);
            } else {
              await one.open();
              due.set(one, []);
            }
            break;
          case 1:
            server.breakOff();
            if (pick(2) === 0) await reopened();
            break;
          case 2:
            await settled();
            break;
          default:
            server.publish();
            for (const numbers of due.values()) numbers.push(server.count);
        }
      }
      await reopened();
      // Only a stream without a resume position makes its tabs refetch, and each tab once at its
      // start.
      const begun = server.asked.filter((url) => !url.includes('lastEventId')).length;
      for (const [one, numbers] of due) {
        const received = one.posts.map((id) => Number(id.slice('post '.length)));
        const lost = numbers.filter((number) => number > one.fetched && !received.includes(number));
        const inOrder = received.every(
          (number, at) => at === 0 || number > (received[at - 1] ?? 0),
        );
        expect({ seed, lost, inOrder, received }).toEqual({
          seed,
          lost: [],
          inOrder: true,
          received,
        });
        expect(one.misses).toBeLessThanOrEqual(1 + begun);
      }
      for (const one of tabs) if (one.isOpen) one.close();
      await settled();
    }
  }, 60_000);

  it('opens a stream per tab without locks', async () => {
    Reflect.deleteProperty(navigator, 'locks');
    await tab(0).open();
    await tab(1).open();

    const posts = [server.publish(), server.publish()];
    await settled();

    expect(server.asked).toEqual(['/api/events', '/api/events']);
    expect([tab(0).posts, tab(1).posts]).toEqual([posts, posts]);
  });
});
