import { defineCollection } from '../common/mongo/collections.js';

const RETENTION_SECONDS = 2 * 24 * 60 * 60;

/** The last notification of a match. `_id` is the match's notification group. */
export interface MatchNotificationState {
  _id: string;
  text: string;

  /** Number of notifications so far. */
  number: number;
  at: Date;
}

export const matchNotificationStatesCollection = defineCollection<MatchNotificationState>(
  'match_notification_states',
).index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
