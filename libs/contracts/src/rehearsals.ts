import { z } from 'zod';

import { Match } from './football.js';
import { ID_PATTERN } from './ids.js';
import { LEAGUES } from './leagues.js';

const REHEARSAL_MAX_SPEED = 20;
const REHEARSAL_MAX_FANS = 20;
const REHEARSAL_MAX_START_SECONDS = 600;

/** What goes wrong in a rehearsal. */
export const RehearsalFault = z.enum(
  ['goal_cancelled', 'feed_outage', 'postponed'],
  'faults must be goal_cancelled, feed_outage or postponed',
);
export type RehearsalFault = z.infer<typeof RehearsalFault>;

const between = (name: string, min: number, max: number) => {
  const message = `${name} must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
};

/** A round of a league to be played again, for the fans named. */
export const NewRehearsal = z
  .object({
    league: z.enum(LEAGUES, 'Please name a league'),
    matchday: between('matchday', 1, 1_000),
    speed: between('speed', 1, REHEARSAL_MAX_SPEED),
    faults: z
      .array(RehearsalFault, 'faults must be a list')
      .max(3, 'faults are too many')
      .default([]),
    fans: z
      .array(
        z
          .string('fans must be ids of fans')
          .regex(ID_PATTERN, 'fans must be ids of fans')
          .toLowerCase(),
        'fans must be a list',
      )
      .max(REHEARSAL_MAX_FANS, `fans must be at most ${REHEARSAL_MAX_FANS}`)
      .default([]),
    /** Seconds until all matches kick off. */
    startsIn: between('startsIn', 0, REHEARSAL_MAX_START_SECONDS).default(10),
  })
  .meta({ id: 'NewRehearsal' });
export type NewRehearsal = z.infer<typeof NewRehearsal>;

/** A rehearsal: `fans` alone see its matches. */
export const Rehearsal = z
  .object({
    _id: z.string(),
    league: z.enum(LEAGUES),
    matchday: z.int(),
    speed: z.int(),
    faults: z.array(RehearsalFault),
    fans: z.array(z.string()),
    state: z.enum(['waiting', 'running', 'over']),
    kickOffAt: z.iso.datetime(),
    matches: z.array(Match),
  })
  .meta({ id: 'Rehearsal' });
export type Rehearsal = z.infer<typeof Rehearsal>;
