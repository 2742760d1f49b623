import type { AlertMoment } from '../alerts/match-alerts.service.js';
import { defineCollection } from '../common/mongo/collections.js';
import type { NotificationRequest } from './notification-request.js';

/** The recipients of a fan-out. */
export type FanoutAudience =
  | { followersOf: string }
  /** Fans whose favorite team is one of these ids, names or abbreviations. */
  | { teams: string[]; among?: string[] }
  /**
   * Fans with an alert for a moment of a match, except those who are notified of their team. If
   * `among` is present, only those in it.
   */
  | { alertsOf: string; moment: AlertMoment; exceptTeams: string[]; among?: string[] };

const RETENTION_SECONDS = 24 * 60 * 60;

/** A notification to be written to many fans in batches, after the request that caused it. */
export interface NotificationFanout {
  /** Dedup key: several instances detect the same event, one fan-out starts. */
  _id: string;
  audience: FanoutAudience;
  request: NotificationRequest;
  at: Date;

  /** When an instance may claim it next; absent when complete. */
  dueAt?: Date;
}

export const notificationFanoutsCollection = defineCollection<NotificationFanout>(
  'notification_fanouts',
)
  // The next due fan-out.
  .index({ dueAt: 1 }, { sparse: true })
  // Those that a fan caused, for account removal.
  .index({ 'request.actorId': 1 }, { sparse: true })
  // A completed row is retained for a day as the dedup key.
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
