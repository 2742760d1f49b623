import { setImmediate as nextTurn } from 'node:timers/promises';

import { type League, LEAGUES } from '@kickoff/contracts';

import type { DemoCalendar } from './demo-season.js';
import { Diary } from './diary.js';
import { LeaguePlan, REST_MS } from './league-plan.js';

/** From the anchor on a match begins every hour, and each lasts longer: so some match is always in play. */
const CADENCE_MS = 3_600_000;
/** How far the main slot's matches are into play when the calendar begins. */
const HEAD_START_MS = 25 * 60_000;
const ROUNDING_MS = 5 * 60_000;
/** A few milliseconds' work: for so long everything else waits. */
const BOOKED_AT_ONCE = 20;

/** The moment to remember when the calendar is first used: every league's main slot kicked off then. */
export function liveAnchor(now: number): number {
  return Math.round((now - HEAD_START_MS) / ROUNDING_MS) * ROUNDING_MS;
}

/**
 * The demo season of a world in which some match is always in play. Everything
 * follows from the anchor alone: rounds before it were played weekly in their
 * usual slots, all later matches begin one an hour with the leagues taking
 * turns, and a league's next season begins the day after. Dates never move, so
 * what a fan has seen announced is what will be played.
 */
export function liveCalendar(anchorMs: number): DemoCalendar {
  const leagues = new Map(LEAGUES.map((league) => [league, new LeaguePlan(league)]));
  const planOf = (league: League): LeaguePlan => {
    const plan = leagues.get(league);
    if (!plan) throw new Error(`no plan of ${league}`);
    return plan;
  };
  const diary = new Diary();
  // The Champions League comes first: who plays in it now is left out of his league's main slot.
  for (const plan of leagues.values()) plan.begin(anchorMs, diary);

  let nextMs = anchorMs + CADENCE_MS;
  const bookNext = (): void => {
    planToPlay([...leagues.values()], nextMs, diary).bookNext(nextMs, diary);
    nextMs += CADENCE_MS;
  };

  const isPlanned = (now: number) =>
    nextMs > now && [...leagues.values()].every((plan) => plan.isBooked(plan.yearAt(now)));

  return {
    async plan(now) {
      while (!isPlanned(now)) {
        for (let booked = 0; booked < BOOKED_AT_ONCE && !isPlanned(now); booked += 1) bookNext();
        await nextTurn();
      }
    },
    seasonAt(league, now) {
      const plan = planOf(league);
      while (nextMs <= now) bookNext();
      const year = plan.yearAt(now);
      // A season is shown as a whole, with the dates of all that is still to come.
      while (!plan.isBooked(year)) bookNext();
      return plan.season(year);
    },
  };
}

/** The league furthest behind whose next match has rested clubs; where there is none, whose clubs are best rested. */
function planToPlay(plans: readonly LeaguePlan[], atMs: number, diary: Diary): LeaguePlan {
  const offers = plans.flatMap((plan) => {
    const choice = diary.mostRested(plan.inTurn(atMs), atMs);
    return choice ? [{ plan, restMs: Math.min(choice.restMs, REST_MS), due: plan.due() }] : [];
  });
  offers.sort((one, other) => other.restMs - one.restMs || one.due - other.due);
  const [best] = offers;
  if (!best) throw new Error('no league has a match left');
  return best.plan;
}
