import type { LiveEventName, LiveEvents } from '@kickoff/contracts';

/** What the server told while the page was open. */
export type LiveHappening =
  | { [Name in LiveEventName]: { name: Name; data: LiveEvents[Name] } }[LiveEventName]
  /** Something may have happened that nobody heard here: what is shown has to be asked for again. */
  | { name: 'missed' };

const listeners = new Set<(happening: LiveHappening) => void>();

/** Hears what happens; returns how to stop. */
export function onLive(hear: (happening: LiveHappening) => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** Says in this tab what has happened. */
export function tellLive(happening: LiveHappening): void {
  for (const hear of listeners) hear(happening);
}
