import type { MatchAlert as MatchAlertAnswer } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** An event of a match for which a fan can enable notifications. */
export type AlertMoment = Exclude<keyof MatchAlertAnswer, 'matchId'>;

/** The alert of one fan for one match. */
export interface StoredMatchAlert extends Record<AlertMoment, boolean> {
  _id: Types.ObjectId;
  fanId: Types.ObjectId;
  matchId: string;

  /** From 0 below the number that a fan may have: the unique index enforces the bound. */
  slot: number;

  /** A day after full time; absent until then, and again if the match is played after all. */
  expiresAt?: Date;
}

export type MatchAlert = WithStringIds<StoredMatchAlert>;

export const matchAlertsCollection = defineCollection<StoredMatchAlert>('match_alerts')
  // Unique per fan and match; also serves the alerts of a fan.
  .index({ fanId: 1, matchId: 1 }, { unique: true })
  // The bound.
  .index({ fanId: 1, slot: 1 }, { unique: true })
  // The fans of a match, in batches; which matches have alerts.
  .index({ matchId: 1, _id: 1 })
  // The expiry; which matches have alerts that expire.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
