import { setImmediate as nextTurn } from 'node:timers/promises';

import { type League, LEAGUES } from '@kickoff/contracts';

import type { DemoCalendar } from './demo-season.js';
import { Diary } from './diary.js';
import { LeaguePlan, REST_MS } from './league-plan.js';

/**
 * After the anchor one match kicks off every hour and lasts longer than that, so a match is always
 * in play.
 */
const CADENCE_MS = 3_600_000;
/** Time since the kick-off of the main slot at the anchor. */
const HEAD_START_MS = 25 * 60_000;
const ROUNDING_MS = 5 * 60_000;
/** Work per step: a few milliseconds, during which the event loop waits. */
const BOOKED_AT_ONCE = 20;

/** The anchor for a calendar first used now: the kick-off of every league's main slot. */
export function liveAnchor(now: number): number {
  return Math.round((now - HEAD_START_MS) / ROUNDING_MS) * ROUNDING_MS;
}

/**
 * The demo season in which some match is always in play. It is computed from the anchor alone:
 * rounds before it are weekly in their usual slots, later matches kick off hourly with the leagues
 * in turn, and a next season begins the day after. Dates never change.
 */
export function liveCalendar(anchorMs: number): DemoCalendar {
  const leagues = new Map(LEAGUES.map((league) => [league, new LeaguePlan(league)]));
  const planOf = (league: League): LeaguePlan => {
    const plan = leagues.get(league);
    if (!plan) throw new Error(`no plan of ${league}`);
    return plan;
  };
  const plans = [...leagues.values()];
  const diary = new Diary();
  // The Champions League first: its clubs are left out of the main slot of their league.
  for (const plan of plans) plan.begin(anchorMs, diary);

  let nextMs = anchorMs + CADENCE_MS;
  const bookNext = (): void => {
    planToPlay(plans, nextMs, diary).bookNext(nextMs, diary);
    nextMs += CADENCE_MS;
  };

  const isPlanned = (now: number) =>
    nextMs > now && plans.every((plan) => plan.isBooked(plan.yearAt(now)));

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
      // A season is shown whole, including the dates of future matches.
      while (!plan.isBooked(year)) bookNext();
      return plan.season(year);
    },
  };
}

/**
 * The league furthest behind whose candidates have rested clubs, else the one with the most rested
 * clubs.
 */
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
