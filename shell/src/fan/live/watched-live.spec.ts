import { WATCH_CHANNEL, type WatchMessage } from '@kickoff/contracts';
import { fakeLive } from '@kickoff/testing/fake-live';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

/** A tab with its own module instances, its stream shared with the others. */
async function openTab() {
  jest.resetModules();
  const { onLiveEvent } = await import('@kickoff/web');
  const { shareLive } = await import('./share-live');
  const posts: string[] = [];
  const rows: (string | null)[] = [];
  onLiveEvent((event) => {
    if (event.name === 'post.created') posts.push(event.data._id);
    if (event.name === 'thread.row') rows.push(event.data.row.minute);
  });
  const stop = shareLive(() => undefined);
  const close = () => {
    opened.delete(close);
    stop();
  };
  opened.add(close);
  await settled();
  return { posts, rows, watch: aPage(), close };
}

/** A page that states the matches it watches, at once and when asked. */
function aPage() {
  const channel = new BroadcastChannel(WATCH_CHANNEL);
  const page = `page ${(pages += 1)}`;
  let watched: string[] = [];
  const state = () =>
    channel.postMessage({ kind: 'watch', page, ids: watched } satisfies WatchMessage);
  channel.addEventListener('message', ({ data }: MessageEvent<WatchMessage>) => {
    if (data.kind === 'ask') state();
  });
  return (...ids: string[]) => {
    watched = ids;
    state();
  };
}

let pages = 0;
const opened = new Set<() => void>();
let server: ReturnType<typeof fakeLive>['server'];

/** Delivers pending messages between tabs. */
const settled = () => jest.advanceTimersByTimeAsync(0);

const ROW = JSON.stringify({
  matchId: 'demo:1',
  row: { kind: 'entry', minute: '67', entry: { seq: 2, at: '', kind: 'goal' } },
});

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  ({ server } = fakeLive());
});
afterEach(async () => {
  for (const close of opened) close();
  await settled();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('shareLive with watched matches', () => {
  it('reopens at the resume position for a match that another tab watches', async () => {
    const [leader, other] = [await openTab(), await openTab()];
    const post = server.publish();
    await settled();

    other.watch('demo:1');
    await settled();
    server.send(`id: 2\nevent: thread.row\ndata: ${ROW}\n\n`);
    await settled();

    expect(server.asked).toEqual([
      '/api/events',
      '/api/events?watch=match%3Ademo%3A1&lastEventId=1',
    ]);
    expect([leader.posts, other.posts]).toEqual([[post], [post]]);
    expect([leader.rows, other.rows]).toEqual([['67'], ['67']]);
    expect(server.streams.size).toBe(1);
  });

  it('names the matches of all tabs in the address', async () => {
    const [one, other] = [await openTab(), await openTab()];

    one.watch('demo:1');
    other.watch('demo:2');
    await settled();

    expect(server.asked.at(-1)).toBe('/api/events?watch=match%3Ademo%3A2&watch=match%3Ademo%3A1');
  });

  it('stays open for a removed match, and reopens for the next one', async () => {
    const tab = await openTab();
    server.publish();
    tab.watch('demo:1');
    await settled();
    tab.watch();
    await settled();
    await jest.advanceTimersByTimeAsync(20_000);
    const before = server.asked.length;

    tab.watch('demo:2');
    await settled();

    expect(server.asked.slice(before)).toEqual([
      '/api/events?watch=match%3Ademo%3A2&lastEventId=1',
    ]);
  });

  it('watches matches of the remaining tabs after the leader closes', async () => {
    const leader = await openTab();
    await openTab();
    const watching = await openTab();
    server.publish();
    watching.watch('demo:1');
    await settled();

    leader.close();
    await settled();

    expect(server.asked.at(-1)).toBe('/api/events?watch=match%3Ademo%3A1&lastEventId=1');
    expect(server.streams.size).toBe(1);
  });

  it('opens with the match that a page watched before the stream', async () => {
    aPage()('demo:1');
    await openTab();

    expect(server.asked.at(-1)).toBe('/api/events?watch=match%3Ademo%3A1');
    expect(server.streams.size).toBe(1);
  });

  it('continues without matches that the server rejects and retries them later', async () => {
    const tab = await openTab();
    server.publish();
    tab.watch('gone');
    await Promise.resolve();
    for (const stream of server.streams) stream.breakOff(2);
    await jest.advanceTimersByTimeAsync(1_000);
    const retry = server.asked.at(-1);
    const post = server.publish();

    await jest.advanceTimersByTimeAsync(30_000);

    expect(retry).toBe('/api/events?lastEventId=1');
    expect(tab.posts).toContain(post);
    expect(server.asked.at(-1)).toBe('/api/events?watch=match%3Agone&lastEventId=2');
  });
});
