import type { AdminMatchTimeline, TimelineEntry } from '@kickoff/contracts';

import { defineCollection } from '../../common/mongo/collections.js';

/** How long an entry is stored. */
const RETENTION_SECONDS = 400 * 86_400;

/** An entry with fields that no response contains. */
export interface EntryWithOrigin extends TimelineEntry {
  /** For `rescheduled`: the previous date, shown to fans who have not reached the entry. */
  movedFrom?: string;
}

/** The same with the fields for admins. */
export type RecordedEntry = EntryWithOrigin & AdminMatchTimeline['entries'][number];

/** An entry of the timeline of a provider's match; never changed. */
export interface MatchEntry extends Omit<RecordedEntry, 'at' | 'lagMs'> {
  matchId: string;
  at: Date;
  /** When the provider changed the match, if it states that. */
  sourceAt?: Date;
  /** The revision of the league's snapshot that was stored with it. */
  revision: number;
}

/** Selects the entries by which a match that had started or was called off got a new date. */
export const RESCHEDULED = { kind: 'rescheduled', status: 'SCHEDULED' } as const;

export const matchEntriesCollection = defineCollection<MatchEntry>('match_entries')
  // The timeline of a match in order; numbers are unique.
  .index({ matchId: 1, seq: 1 }, { unique: true })
  .index({ matchId: 1, revision: 1 }, { name: 'rescheduled', partialFilterExpression: RESCHEDULED })
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
