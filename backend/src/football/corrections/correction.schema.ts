import type { League } from '@kickoff/contracts';

import { defineCollection } from '../../common/mongo/collections.js';

/** Retention of a correction. */
const RETENTION_SECONDS = 30 * 86_400;

/** A correction by the provider: a disallowed goal, or another score of a finished match. */
export interface Correction {
  league: League;
  matchId: string;
  at: Date;
}

export const footballCorrectionsCollection = defineCollection<Correction>('football_corrections')
  // The number of a league's corrections since a moment.
  .index({ league: 1, at: 1 })
  // TTL.
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
