import { Injectable } from '@nestjs/common';
import type { Collection, mongo } from 'mongoose';

import { InjectCollection } from '../../common/mongo/collections.js';
import {
  type EntryWithOrigin,
  type MatchEntry,
  matchEntriesCollection,
  type RecordedEntry,
  RESCHEDULED,
} from './match-entry.schema.js';

/** All database access of stored timelines. */
@Injectable()
export class MatchEntriesRepository {
  constructor(
    @InjectCollection(matchEntriesCollection) private readonly entries: Collection<MatchEntry>,
  ) {}

  /** Returns the timeline of a match up to a revision of its league's snapshot. */
  async findByMatch(matchId: string, revision: number): Promise<RecordedEntry[]> {
    const rows = await this.entries
      .find({ matchId, revision: { $lte: revision } })
      .sort({ seq: 1 })
      .toArray();
    return rows.map(toEntry);
  }

  /** Returns the timelines of some matches; a match without entries is absent. */
  async findByMatches(matchIds: readonly string[]): Promise<Map<string, RecordedEntry[]>> {
    const timelines = new Map<string, RecordedEntry[]>();
    if (matchIds.length === 0) return timelines;
    const rows = this.entries
      .find({ matchId: { $in: [...matchIds] } })
      .sort({ matchId: 1, seq: 1 });
    for await (const row of rows) {
      timelines.set(row.matchId, [...(timelines.get(row.matchId) ?? []), toEntry(row)]);
    }
    return timelines;
  }

  /**
   * Returns which of these matches started or were called off, and got a new date up to a revision.
   */
  async findRescheduled(matchIds: readonly string[], revision: number): Promise<Set<string>> {
    const rows = await this.entries
      .find(
        { ...RESCHEDULED, matchId: { $in: [...matchIds] }, revision: { $lte: revision } },
        { projection: { matchId: 1 } },
      )
      .toArray();
    return new Set(rows.map(({ matchId }) => matchId));
  }

  /** Appends entries; throws a duplicate-key error if a number exists. */
  async append(rows: readonly Appended[], revision: number): Promise<void> {
    if (rows.length === 0) return;
    await this.entries.insertMany(
      rows.map(({ matchId, entry, sourceAt }) => ({
        ...entry,
        matchId,
        at: new Date(entry.at),
        ...(sourceAt ? { sourceAt } : {}),
        revision,
      })),
    );
  }
}

interface Appended {
  matchId: string;
  entry: EntryWithOrigin;
  sourceAt: Date | undefined;
}

function toEntry(row: mongo.WithId<MatchEntry>): RecordedEntry {
  const { at, sourceAt, ...rest } = row;
  const entry: Partial<typeof rest> & Omit<EntryWithOrigin, 'at'> = rest;
  delete entry._id;
  delete entry.matchId;
  delete entry.revision;
  // A provider's clock may be ahead.
  const lag = sourceAt ? { lagMs: Math.max(at.getTime() - sourceAt.getTime(), 0) } : {};
  return { ...entry, at: at.toISOString(), ...lag };
}
