import { createEmitter } from './emitter';

const changes = createEmitter<readonly string[]>();
let watched: readonly string[] = [];

const setWatched = (ids: readonly string[]) => changes.emit((watched = ids));

/** Adds the rows of a match's thread to this page's live events; returns what ends it. */
export function watchMatch(id: string): () => void {
  setWatched([...watched, id]);
  return () => setWatched(watched.toSpliced(watched.indexOf(id), 1));
}

/** Calls a listener with the ids of the watched matches, now and after each change. */
export function onWatchedMatches(listener: (ids: readonly string[]) => void): () => void {
  listener(watched);
  return changes.on(listener);
}
