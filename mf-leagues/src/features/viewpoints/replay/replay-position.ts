import type { Viewpoint } from '@kickoff/contracts';

/** Seconds from the kick-off to the end of the bar, until the server gives them. */
const DEFAULT_DURATION = 7_200;

export function durationOf({ duration = DEFAULT_DURATION }: Viewpoint): number {
  return duration;
}

/** Returns the position in whole seconds, `elapsedMs` after the server's answer. */
export function positionAt(viewpoint: Viewpoint, elapsedMs: number): number {
  const { position = 0, playing = false, speed = 1 } = viewpoint;
  const moved = playing ? (elapsedMs / 1_000) * speed : 0;
  return Math.min(durationOf(viewpoint), Math.floor(position + moved));
}

/** Limits a position to the bar. */
export function withinBar(viewpoint: Viewpoint, position: number): number {
  return Math.max(0, Math.min(durationOf(viewpoint), position));
}

/** Formats a position as a recording does: 0:00:00. */
export function formatPosition(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
