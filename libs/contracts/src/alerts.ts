import { z } from 'zod';

const flag = (name: string) => z.boolean(`${name} must be true or false`).default(false);

/** What of a match a fan wants to be notified of. */
export const AlertChange = z
  .object({ kickOff: flag('kickOff'), goals: flag('goals'), fullTime: flag('fullTime') })
  .meta({ id: 'AlertChange' });
export type AlertChange = z.infer<typeof AlertChange>;

export const MatchAlert = AlertChange.extend({ matchId: z.string() }).meta({ id: 'MatchAlert' });
export type MatchAlert = z.infer<typeof MatchAlert>;
