import { z } from 'zod';

import { LEAGUES } from './leagues.js';
import { isoMoment } from './moments.js';

/** Seconds by which a broadcast may be behind. */
export const DELAY_SECONDS = { min: 5, max: 300 } as const;
/** Seconds since the kick-off. */
export const REPLAY_MAX_POSITION = 14_400;
export const REPLAY_SPEEDS = [1, 2, 4, 8] as const;

const MODES = ['live', 'delayed', 'replay', 'hidden'] as const;
const SPEEDS = 'speed must be 1, 2, 4 or 8';

const between = (name: string, min: number, max: number) => {
  const message = `${name} must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
};
const position = between('position', 0, REPLAY_MAX_POSITION);
const seconds = between('seconds', DELAY_SECONDS.min, DELAY_SECONDS.max);
const SECONDS = `seconds must be a whole number from ${DELAY_SECONDS.min} to ${DELAY_SECONDS.max}`;
const speed = z.union(
  REPLAY_SPEEDS.map((value) => z.literal(value)),
  SPEEDS,
);
/** A time to come; the server compares it with its clock. */
const until = isoMoment('until must be a time to come');

/**
 * How far a fan sees a match: `delayed` by `seconds`; in a `replay` up to `position` seconds after the
 * kick-off; `hidden` up to its kick-off.
 */
export const Viewpoint = z
  .object({
    matchId: z.string(),
    mode: z.enum(MODES),
    seconds: z.int().optional(),
    position: z.int().optional(),
    playing: z.boolean().optional(),
    speed: speed.optional(),
    /** The break of a replayed match, in seconds after the kick-off. */
    halfTime: z.object({ from: z.int(), to: z.int() }).optional(),
    /** Of a replayed match, in seconds: 7200, and 10800 once extra time is seen. */
    duration: z.int().optional(),
    until: z.iso.datetime().optional(),
    /** Hidden by the fan's shield, not by a choice for this match. */
    byShield: z.literal(true).optional(),
  })
  .meta({ id: 'Viewpoint' });
export type Viewpoint = z.infer<typeof Viewpoint>;

/** The viewpoint that a fan chooses for a match. With `goalNow` the server sets `seconds`. */
export const ViewpointChange = z
  .discriminatedUnion(
    'mode',
    [
      z.object({ mode: z.literal('live') }),
      z
        .object({
          mode: z.literal('delayed'),
          seconds: seconds.optional(),
          goalNow: z.boolean('goalNow must be true or false').default(false),
        })
        .refine((change) => change.goalNow || change.seconds !== undefined, SECONDS),
      z.object({
        mode: z.literal('replay'),
        position,
        playing: z.boolean('playing must be true or false').default(false),
        speed: speed.default(1),
      }),
      z.object({ mode: z.literal('hidden'), until: until.optional() }),
    ],
    'mode must be live, delayed, replay or hidden',
  )
  .meta({ id: 'ViewpointChange' });
export type ViewpointChange = z.infer<typeof ViewpointChange>;

/** The matches that are hidden from a fan until revealed: all, those of teams or those of leagues. */
export const Shield = z
  .object({
    all: z.boolean('all must be true or false').optional(),
    teams: z
      .array(z.string('teams must be ids of teams'), 'teams must be a list')
      .max(200)
      .optional(),
    leagues: z
      .array(z.enum(LEAGUES, 'leagues must name leagues'), 'leagues must be a list')
      .max(LEAGUES.length)
      .optional(),
    until: until.optional(),
  })
  .meta({ id: 'Shield' });
export type Shield = z.infer<typeof Shield>;
