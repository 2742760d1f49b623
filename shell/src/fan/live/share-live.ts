import { emitLiveEvent, type LiveEvent, newIdempotencyKey, onWatchedMatches } from '@kickoff/web';

import { LiveStream } from './live-stream';
import { TabWatches } from './tab-watches';

const NAME = 'kickoff-live';

/** Heartbeat interval of the leader. */
const ALIVE_MS = 3_000;
/**
 * A leader silent for this long is frozen. Up to `SPREAD_MS` are added, so that one tab takes over.
 */
const FROZEN_MS = 7_000;
const SPREAD_MS = 2_000;

/** Messages from the leader to the other tabs. */
type LeaderMessage =
  | { kind: 'heard'; happening: LiveEvent }
  | { kind: 'stands'; id: string }
  | { kind: 'state'; isOn: boolean }
  | { kind: 'alive' };

/** `term` grows with every change of leader: messages of an older term are ignored. */
type Message =
  | (LeaderMessage & { term: number })
  | { kind: 'ask' }
  /** The matches that a tab watches. */
  | { kind: 'watch'; tab: string; ids: readonly string[] };

/**
 * Receives live events in this tab. One tab of the browser, the leader, holds the stream and
 * forwards events; when it closes or freezes, another takes over at its resume position.
 *
 * @param onState called with whether the stream is connected
 * @returns stops receiving
 */
export function shareLive(onState: (isOn: boolean) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  const turn = new AbortController();
  // Web Locks exist only on https and localhost.
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  let stream: LiveStream | undefined;
  let releaseLock: () => void = () => undefined;
  let isQueued = false;
  let term = 0;
  let lastEventId: string | undefined;
  let isOn = false;
  let hasCaughtUp = false;
  let alive: ReturnType<typeof setInterval> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const tab = newIdempotencyKey();
  const watches = new TabWatches();
  let ownWatches: readonly string[] = [];

  const postWatches = (ids: readonly string[]) =>
    channel.postMessage({ kind: 'watch', tab, ids } satisfies Message);
  const listWatched = () => watches.list(ownWatches, Date.now());
  const apply = (message: LeaderMessage) => {
    switch (message.kind) {
      case 'heard':
        emitLiveEvent(message.happening);
        break;
      case 'stands':
        lastEventId = message.id;
        break;
      case 'state':
        isOn = message.isOn;
        onState(isOn);
        // The leader may have received events before this tab subscribed: refetch once. A tab that
        // opens its own stream emits `missed` itself.
        if (isOn && !stream && !hasCaughtUp) emitLiveEvent({ name: 'missed' });
        hasCaughtUp ||= isOn;
        break;
      case 'alive':
        break;
    }
  };
  const post = (message: LeaderMessage) =>
    channel.postMessage({ ...message, term } satisfies Message);
  const broadcast = (message: LeaderMessage) => {
    post(message);
    apply(message);
  };

  const lead = () =>
    new Promise<void>((resolve) => {
      isQueued = false;
      if (turn.signal.aborted) {
        resolve();
        return;
      }
      releaseLock = resolve;
      clearTimeout(watchdog);
      term = Math.max(term + 1, Date.now());
      post({ kind: 'alive' });
      alive = setInterval(() => {
        post({ kind: 'alive' });
        stream?.watch(listWatched());
      }, ALIVE_MS);
      stream = new LiveStream(lastEventId, listWatched(), {
        onEvent: (happening) => broadcast({ kind: 'heard', happening }),
        onPosition: (id) => broadcast({ kind: 'stands', id }),
        onState: (next) => broadcast({ kind: 'state', isOn: next }),
      });
    });
  const stopLeading = () => {
    stream?.close();
    stream = undefined;
    clearInterval(alive);
    releaseLock();
  };
  const queue = () => {
    if (!locks || isQueued) return;
    isQueued = true;
    locks.request(NAME, { signal: turn.signal }, lead).catch(stepDown);
  };
  /** This tab was frozen, and another has become the leader. */
  function stepDown(): void {
    if (turn.signal.aborted || !stream) return;
    stopLeading();
    // The other tabs' events were not forwarded to this one while it believed to be the leader.
    emitLiveEvent({ name: 'missed' });
    queue();
    watch();
  }
  function watch(): void {
    clearTimeout(watchdog);
    if (!locks || stream || turn.signal.aborted || document.visibilityState === 'hidden') return;
    watchdog = setTimeout(
      () => {
        locks.request(NAME, { steal: true }, lead).catch(stepDown);
      },
      FROZEN_MS + Math.random() * SPREAD_MS,
    );
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'watch') {
      // Without locks each tab opens its own stream.
      if (!locks) return;
      watches.set(data.tab, data.ids, Date.now());
      stream?.watch(listWatched());
      return;
    }
    if (data.kind === 'ask') {
      if (!stream) return;
      if (lastEventId !== undefined) post({ kind: 'stands', id: lastEventId });
      post({ kind: 'state', isOn });
      return;
    }
    // Without locks each tab opens its own stream.
    if (data.term < term || !locks) return;
    if (data.term > term) stepDown();
    term = data.term;
    if (stream) return;
    watch();
    if (data.kind === 'alive' && ownWatches.length > 0) postWatches(ownWatches);
    apply(data);
  });
  const stopWatching = onWatchedMatches((ids) => {
    const hasWatched = ownWatches.length > 0;
    ownWatches = ids;
    if (hasWatched || ids.length > 0) postWatches(ids);
    stream?.watch(listWatched());
  });
  // A hidden tab needs no immediate scores, and its timers and its leader's may be throttled.
  document.addEventListener('visibilitychange', watch);

  if (locks) queue();
  else void lead();
  watch();
  channel.postMessage({ kind: 'ask' } satisfies Message);
  return () => {
    turn.abort();
    stopWatching();
    if (ownWatches.length > 0) postWatches([]);
    document.removeEventListener('visibilitychange', watch);
    clearTimeout(watchdog);
    if (stream) stopLeading();
    channel.close();
  };
}
