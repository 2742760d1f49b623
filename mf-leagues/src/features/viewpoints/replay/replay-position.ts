import { REPLAY_MAX_POSITION, type Viewpoint } from '@kickoff/contracts';

/** Seconds from the kick-off to the end of the bar, until the server gives them. */
const DEFAULT_DURATION = 7_200;

export function durationOf({ duration = DEFAULT_DURATION }: Viewpoint): number {
  return duration;
}

/**
 * Returns the position in whole seconds, `elapsedMs` after the server's answer. It passes the end of
 * the bar if the match is longer.
 *
 * @param isOver whether the match is over at this position
 */
export function positionAt(viewpoint: Viewpoint, elapsedMs: number, isOver: boolean): number {
  const { position = 0, playing = false, speed = 1 } = viewpoint;
  const moved = playing ? (elapsedMs / 1_000) * speed : 0;
  const last = isOver ? Math.max(durationOf(viewpoint), position) : REPLAY_MAX_POSITION;
  return Math.min(last, Math.floor(position + moved));
}

/** Limits a position to the bar, whose end is this one. */
export function withinBar(duration: number, position: number): number {
  return Math.max(0, Math.min(duration, position));
}

/** Formats a position as a recording does: 0:00:00. */
export function formatPosition(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
