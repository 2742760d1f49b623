import { Injectable } from '@nestjs/common';

import type { ProvidedMatch } from '../providers/league-data-provider.js';
import type { LeagueSnapshot } from '../snapshots/league-snapshot.schema.js';
import { minuteOf } from './match-clock.js';
import { MatchEntriesRepository } from './match-entries.repository.js';
import { nextEntries } from './next-entries.js';
import { replay } from './timeline-state.js';

/** Writes the changes between two stored snapshots of a league to the timelines of its matches. */
@Injectable()
export class TimelineRecorder {
  constructor(private readonly entries: MatchEntriesRepository) {}

  /**
   * Appends the entries of `next`, in the transaction that replaces `before` by it.
   *
   * @param before the snapshot that is stored; undefined for the first one
   */
  async record(before: LeagueSnapshot | undefined, next: LeagueSnapshot, at: Date): Promise<void> {
    const known = new Map((before?.matches.data ?? []).map((match) => [match.id, match]));
    const lost = new Set(next.lost);
    const changed = findChanged(before, next);
    const timelines = await this.entries.findByMatches(changed.map(({ id }) => id));
    const rows = changed.flatMap((match) => {
      const { id, status, utcDate, score, period, awarded } = match;
      const observed = {
        status,
        utcDate,
        score: score.fullTime,
        period,
        awarded,
        minute: minuteOf(match),
        isLost: lost.has(id),
      };
      const state = replay(timelines.get(id) ?? []);
      const shown = known.get(id);
      const added = nextEntries(state, observed, { utcDate: shown?.utcDate }, at.getTime());
      const sourceAt = changedAtSource(shown, match);
      return added.map((entry) => ({ matchId: id, entry, sourceAt }));
    });
    await this.entries.append(rows, next.revision);
  }
}

/** Finds the matches whose timelines may grow; all if `before` was stored without timelines. */
function findChanged(before: LeagueSnapshot | undefined, next: LeagueSnapshot): ProvidedMatch[] {
  const matches = next.matches.data ?? [];
  if (!before?.lost) return matches;
  const states = new Map((before.matches.data ?? []).map((match) => [match.id, toKey(match)]));
  const [wereLost, areLost] = [new Set(before.lost), new Set(next.lost)];
  return matches.filter(
    (match) =>
      states.get(match.id) !== toKey(match) || wereLost.has(match.id) !== areLost.has(match.id),
  );
}

function toKey({ status, utcDate, period, score: { fullTime } }: ProvidedMatch): string {
  return `${status} ${utcDate} ${period ?? '-'} ${fullTime.homeTeam}:${fullTime.awayTeam}`;
}

/** Returns when the provider made the change between two states of a match, if it states that. */
function changedAtSource(
  before: ProvidedMatch | undefined,
  { updatedAt }: ProvidedMatch,
): Date | undefined {
  return before && updatedAt !== undefined && updatedAt !== before.updatedAt
    ? new Date(updatedAt)
    : undefined;
}
