import type { MatchEvent } from '@kickoff/contracts';
import { z } from 'zod';

/** A club of API-Football; an undecided place in a draw has neither id nor name. */
export const Club = z.object({ id: z.int().nullable(), name: z.string().nullable() });
export type Club = z.infer<typeof Club>;

const Person = z.object({ id: z.int().nullish(), name: z.string().nullish() });

/** A match event: goal, card, substitution or review. */
export const FixtureEvent = z.object({
  time: z.object({ elapsed: z.int(), extra: z.int().nullish() }),
  team: Club,
  player: Person,
  assist: Person.nullish(),
  type: z.string(),
  detail: z.string().nullish(),
  comments: z.string().nullish(),
});
type FixtureEvent = z.infer<typeof FixtureEvent>;

/** A review takes a few minutes and has the minute of its end. */
const REVIEW_MINUTES = 5;
const TAKEN_BACK = /cancel|disallow/i;

/**
 * Filters the goals among a match's events, in order. A goal disallowed by a review is marked as
 * such; if its own event is still in the list, that one is dropped. Missed penalties and
 * shoot-outs are not goals.
 *
 * @param sideOf returns the side of a club; for own goals API-Football names the club that they
 * count for
 */
export function toGoalEvents(
  events: readonly FixtureEvent[],
  sideOf: (club: Club) => MatchEvent['team'],
): MatchEvent[] {
  const ordered = [...events].sort((one, other) => minutesBetween(other, one));
  const cancelled = new Set<FixtureEvent>();
  for (const review of ordered.filter(isTakenBack)) {
    const goal = ordered.findLast((event) => !cancelled.has(event) && isOf(event, review));
    if (goal) cancelled.add(goal);
  }
  return ordered
    .filter((event) => (isGoal(event) && !cancelled.has(event)) || isTakenBack(event))
    .map((event) => toEvent(event, sideOf(event.team)));
}

function isGoal({ type, detail, comments }: FixtureEvent): boolean {
  if (type !== 'Goal' || /miss/i.test(detail ?? '')) return false;
  return !TAKEN_BACK.test(detail ?? '') && !/shoot-?out/i.test(comments ?? '');
}

/** A review's decision on a goal; it may replace the event of the goal. */
function isTakenBack({ type, detail }: FixtureEvent): boolean {
  return /^(Var|Goal)$/i.test(type) && /goal/i.test(detail ?? '') && TAKEN_BACK.test(detail ?? '');
}

/** Whether this event is the goal that was reviewed. */
function isOf(event: FixtureEvent, review: FixtureEvent): boolean {
  const minutes = minutesBetween(event, review);
  return (
    isGoal(event) &&
    event.team.id === review.team.id &&
    event.player.id === review.player.id &&
    minutes >= 0 &&
    minutes <= REVIEW_MINUTES
  );
}

/** Stoppage time belongs to its half: 45+3 is before 46. */
function minutesBetween({ time: from }: FixtureEvent, { time: to }: FixtureEvent): number {
  return to.elapsed - from.elapsed || (to.extra ?? 0) - (from.extra ?? 0);
}

function toEvent(event: FixtureEvent, team: MatchEvent['team']): MatchEvent {
  const { time, player, assist } = event;
  return {
    kind: kindOf(event),
    team,
    minute: time.elapsed,
    ...(time.extra ? { injuryTime: time.extra } : {}),
    player: { name: player.name ?? 'Not named' },
    ...(assist?.name ? { assist: { name: assist.name } } : {}),
  };
}

function kindOf(event: FixtureEvent): MatchEvent['kind'] {
  if (isTakenBack(event)) return 'disallowed_goal';
  if (event.detail === 'Own Goal') return 'own_goal';
  return event.detail === 'Penalty' ? 'penalty' : 'goal';
}
