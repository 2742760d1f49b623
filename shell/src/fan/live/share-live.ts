import { tellLive, type LiveHappening } from '@kickoff/web';

import { LiveStream } from './live-stream';

const NAME = 'kickoff-live';

/** So often the tab that holds the stream says that it is there. */
const ALIVE_MS = 3_000;
/** A leader that was silent for so long is frozen; up to `SPREAD_MS` more, so that one tab takes over. */
const FROZEN_MS = 7_000;
const SPREAD_MS = 2_000;

/** What the tab that holds the stream says to the others. */
type Word =
  | { kind: 'heard'; happening: LiveHappening }
  | { kind: 'stands'; id: string }
  | { kind: 'state'; isOn: boolean }
  | { kind: 'alive' };

/** `term` grows with every change of the leader: what a deposed one says is old. */
type Message = (Word & { term: number }) | { kind: 'ask' };

/**
 * Hears the server in this tab. One tab of a browser holds the stream and tells
 * the others; when it goes or is frozen, another takes over where it stood.
 *
 * @param onState told whether the stream stands
 * @returns how to stop
 */
export function shareLive(onState: (isOn: boolean) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  const turn = new AbortController();
  // Browsers have no locks for pages on plain http, but for those of the own machine.
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  let stream: LiveStream | undefined;
  let letGo: () => void = () => undefined;
  let isQueued = false;
  let term = 0;
  let lastEventId: string | undefined;
  let isOn = false;
  let hasCaughtUp = false;
  let alive: ReturnType<typeof setInterval> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  const take = (word: Word) => {
    switch (word.kind) {
      case 'heard':
        tellLive(word.happening);
        break;
      case 'stands':
        lastEventId = word.id;
        break;
      case 'state':
        isOn = word.isOn;
        onState(isOn);
        // The other tab heard on while the page here began; whoever opens a stream says so itself.
        if (isOn && !stream && !hasCaughtUp) tellLive({ name: 'missed' });
        hasCaughtUp ||= isOn;
        break;
      case 'alive':
        break;
    }
  };
  const post = (word: Word) => channel.postMessage({ ...word, term } satisfies Message);
  const say = (word: Word) => {
    post(word);
    take(word);
  };

  const lead = () =>
    new Promise<void>((resolve) => {
      isQueued = false;
      if (turn.signal.aborted) {
        resolve();
        return;
      }
      letGo = resolve;
      clearTimeout(watchdog);
      term = Math.max(term + 1, Date.now());
      post({ kind: 'alive' });
      alive = setInterval(() => post({ kind: 'alive' }), ALIVE_MS);
      stream = new LiveStream(lastEventId, {
        hear: (happening) => say({ kind: 'heard', happening }),
        stand: (id) => say({ kind: 'stands', id }),
        state: (next) => say({ kind: 'state', isOn: next }),
      });
    });
  const stopLeading = () => {
    stream?.close();
    stream = undefined;
    clearInterval(alive);
    letGo();
  };
  const queue = () => {
    if (!locks || isQueued) return;
    isQueued = true;
    locks.request(NAME, { signal: turn.signal }, lead).catch(stepDown);
  };
  /** This tab was frozen, and another has taken the lead meanwhile. */
  function stepDown(): void {
    if (turn.signal.aborted || !stream) return;
    stopLeading();
    // What the others heard meanwhile was said to a tab that took itself for the leader.
    tellLive({ name: 'missed' });
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
      if (lastEventId !== undefined) post({ kind: 'stands', id: lastEventId });
      post({ kind: 'state', isOn });
      return;
    }
    // Without locks each tab hears its own stream.
    if (data.term < term || !locks) return;
    if (data.term > term) stepDown();
    term = data.term;
    if (stream) return;
    watch();
    take(data);
  });
  // A hidden tab needs no score at once, and its timers and its leader's may be slow.
  document.addEventListener('visibilitychange', watch);

  if (locks) queue();
  else void lead();
  watch();
  channel.postMessage({ kind: 'ask' } satisfies Message);
  return () => {
    turn.abort();
    document.removeEventListener('visibilitychange', watch);
    clearTimeout(watchdog);
    if (stream) stopLeading();
    channel.close();
  };
}
