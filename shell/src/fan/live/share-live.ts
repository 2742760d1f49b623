import { WATCH_CHANNEL, type WatchMessage } from '@kickoff/contracts';
import { emitLiveEvent, type LiveEvent, tabChannel } from '@kickoff/web';

import { LiveStream } from './live-stream';
import { PageWatches } from './page-watches';

const NAME = 'kickoff-live';
const watchChannel = tabChannel<WatchMessage>(WATCH_CHANNEL);

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
type Message = (LeaderMessage & { term: number }) | { kind: 'ask' };

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
  const watches = new PageWatches();

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
        watchChannel.post({ kind: 'ask' });
        stream?.watch(watches.list(Date.now()));
      }, ALIVE_MS);
      stream = new LiveStream(lastEventId, watches.list(Date.now()), {
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
    if (data.kind === 'ask') {
      if (!stream) return;
      // A tab that is visible asks: this one may be hidden, with slow timers.
      stream.reconnectNow();
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
    apply(data);
  });
  const stopWatching = watchChannel.subscribe((message) => {
    if (message.kind !== 'watch') return;
    watches.set(message.page, message.ids, Date.now());
    stream?.watch(watches.list(Date.now()));
  });
  const ask = () => channel.postMessage({ kind: 'ask' } satisfies Message);
  // A hidden tab needs no immediate scores, and its timers and its leader's may be throttled.
  const onVisibility = () => {
    watch();
    if (document.visibilityState !== 'hidden') ask();
  };
  document.addEventListener('visibilitychange', onVisibility);

  if (locks) queue();
  else void lead();
  watch();
  ask();
  watchChannel.post({ kind: 'ask' });
  return () => {
    turn.abort();
    stopWatching();
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(watchdog);
    if (stream) stopLeading();
    channel.close();
  };
}
