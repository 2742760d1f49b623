import { tellLive, type LiveHappening } from '@kickoff/web';

import { LiveStream } from './live-stream';

const NAME = 'kickoff-live';

/** What the tab that holds the stream says to the others, and what a new one asks. */
type Word =
  | { kind: 'heard'; happening: LiveHappening }
  | { kind: 'stands'; id: string }
  | { kind: 'state'; isOn: boolean }
  | { kind: 'ask' };

/**
 * Hears the server in this tab. One tab of a browser holds the stream and tells
 * the others; when it goes, another takes over where it stood.
 *
 * @param onState told whether the stream stands
 * @returns how to stop
 */
export function shareLive(onState: (isOn: boolean) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  const turn = new AbortController();
  let stream: LiveStream | undefined;
  let lastEventId: string | undefined;
  let isOn = false;
  let hasCaughtUp = false;

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
      case 'ask':
        if (stream) channel.postMessage({ kind: 'state', isOn } satisfies Word);
        break;
    }
  };
  const say = (word: Word) => {
    channel.postMessage(word);
    take(word);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    // Two tabs of which none knows that the other holds a stream hear each its own.
    if (!stream || data.kind === 'ask') take(data);
  });

  const lead = () =>
    new Promise<void>((letGo) => {
      stream = new LiveStream(lastEventId, {
        hear: (happening) => say({ kind: 'heard', happening }),
        stand: (id) => say({ kind: 'stands', id }),
        state: (next) => say({ kind: 'state', isOn: next }),
      });
      turn.signal.addEventListener('abort', () => {
        stream?.close();
        letGo();
      });
    });
  // Browsers have no locks for pages on plain http, but for those of the own machine.
  if ('locks' in navigator) {
    navigator.locks.request(NAME, { signal: turn.signal }, lead).catch(() => undefined);
  } else {
    void lead();
  }
  channel.postMessage({ kind: 'ask' } satisfies Word);
  return () => {
    turn.abort();
    channel.close();
  };
}
