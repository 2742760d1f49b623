import { WATCH_CHANNEL, type WatchMessage } from '@kickoff/contracts';
import { newIdempotencyKey, tabChannel } from '@kickoff/web';

const channel = tabChannel<WatchMessage>(WATCH_CHANNEL);
const page = newIdempotencyKey();
let watched: readonly string[] = [];
let stopAnswering: () => void = () => undefined;

function setWatched(ids: readonly string[]): void {
  watched = ids;
  channel.post({ kind: 'watch', page, ids });
  stopAnswering();
  if (ids.length === 0) return;
  stopAnswering = channel.subscribe(({ kind }) => {
    if (kind === 'ask') channel.post({ kind: 'watch', page, ids });
  });
}

/**
 * Adds the rows of a match's thread to the live events of this browser, whose stream one tab holds.
 *
 * @returns what ends it
 */
export function watchMatch(id: string): () => void {
  setWatched([...watched, id]);
  return () => setWatched(watched.toSpliced(watched.indexOf(id), 1));
}
