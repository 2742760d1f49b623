import type { ProvidedRow } from '../providers/league-data-provider.js';
import type { Result } from './results.js';
import { type Tally, tallyOf } from './tally.js';

/**
 * A result still missing from the table this long after its kick-off is omitted on purpose: a
 * provider's tables are at most some hours late.
 */
const LATE_TABLE_MS = 48 * 3_600_000;

/** A provider's row plus the results of its club since. */
export interface CompletedRow {
  row: ProvidedRow;
  /** Whether anything was added. */
  isCompleted: boolean;
  /** Whether the club plays now. */
  live: boolean;
}

/**
 * Adds missing results and the running one to a row. Deducted or awarded points are preserved,
 * because only new results are added.
 *
 * @param results of the league, including those in play
 * @param fetchedAt when the provider sent this row
 */
export function completedRow(
  row: ProvidedRow,
  results: readonly Result[],
  fetchedAt: Date,
): CompletedRow {
  const own = resultsOfClub(row.team.id, results);
  const running = own.filter(({ live }) => live);
  const over = own.filter(({ live }) => !live);
  const since = new Date(fetchedAt.getTime() - LATE_TABLE_MS).toISOString();
  const recent = over.filter(({ kickoff }) => kickoff >= since);
  const lacking = over.length - row.playedGames;
  // A row with more matches than are finished counts the running one already.
  const isAhead = lacking < 0;
  const isLate = lacking > 0 && lacking <= recent.length;
  const added = [...(isLate ? recent.slice(-lacking) : []), ...(isAhead ? [] : running)];
  return {
    row: added.length > 0 ? plus(row, tallyOf(row.team.id, added)) : row,
    isCompleted: added.length > 0,
    live: running.length > 0,
  };
}

/**
 * Returns whether a table counts exactly the finished results. Its points may differ: leagues
 * deduct points.
 */
export function isComplete(rows: readonly ProvidedRow[], results: readonly Result[]): boolean {
  return rows.every((row) => {
    const over = resultsOfClub(row.team.id, results).filter(({ live }) => !live);
    const own = tallyOf(row.team.id, over);
    return (
      own.won === row.won &&
      own.draw === row.draw &&
      own.lost === row.lost &&
      own.goalsFor === row.goalsFor &&
      own.goalsAgainst === row.goalsAgainst
    );
  });
}

function resultsOfClub(club: string, results: readonly Result[]): Result[] {
  return results
    .filter(({ home, away }) => home === club || away === club)
    .sort((one, other) => one.kickoff.localeCompare(other.kickoff));
}

function plus(row: ProvidedRow, tally: Tally): ProvidedRow {
  return {
    ...row,
    playedGames: row.playedGames + tally.played,
    won: row.won + tally.won,
    draw: row.draw + tally.draw,
    lost: row.lost + tally.lost,
    points: row.points + tally.points,
    goalsFor: row.goalsFor + tally.goalsFor,
    goalsAgainst: row.goalsAgainst + tally.goalsAgainst,
    goalDifference: row.goalDifference + tally.goalsFor - tally.goalsAgainst,
  };
}
