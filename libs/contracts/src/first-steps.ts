import { z } from 'zod';

/** What a newcomer has done: a team chosen, fans followed (counted to 3), something posted. */
export const FirstSteps = z
  .object({
    team: z.boolean(),
    follows: z.int(),
    post: z.boolean(),
    done: z.boolean(),
  })
  .meta({ id: 'FirstSteps' });
export type FirstSteps = z.infer<typeof FirstSteps>;

export const TeamChoice = z
  .object({ teamId: z.string('Choose a team') })
  .meta({ id: 'TeamChoice' });
export type TeamChoice = z.infer<typeof TeamChoice>;

export const ChosenTeam = z.object({ fav_team1: z.string() }).meta({ id: 'ChosenTeam' });
export type ChosenTeam = z.infer<typeof ChosenTeam>;
