import type { League, LeagueData, Match, MatchEvent, MatchTeam, Scorer } from '@kickoff/contracts';
import type { Story } from './demo/story.js';
import type { RecordedEntry } from './timelines/match-entry.schema.js';

/** A match that is no longer on its league's page. */
export interface FormerMatch {
  match: Match;
  events: MatchEvent[];
}

/** A match of a round with its whole course. */
export interface RoundMatch {
  homeTeam: MatchTeam;
  awayTeam: MatchTeam;
  story: Story;
}

/** The source of a league's data: the simulated season or the last provider snapshot. */
export interface LeagueSource {
  /** Makes ready for the questions below, which then are answered from memory. */
  prepare(now: number): Promise<void>;
  /** Changes whenever the page does; undefined where this source has nothing of the league. */
  versionOf(league: League, now: number): string | undefined;
  read(league: League, now: number): LeagueData;
  /** Numbers the state of the page, so that a timeline ends where the page does. */
  revisionOf(league: League, now: number): number;
  /** What happened in a match up to this revision of its page, oldest first. */
  timelineOf(league: League, matchId: string, revision: number): Promise<RecordedEntry[]>;
  /** Ids of matches that began or were called off, and got a new date up to this revision. */
  rescheduledIn(league: League, revision: number): Promise<ReadonlySet<string>>;
  /** What happened in a match, where the source knows. */
  eventsOf(league: League, matchId: string, now: number): MatchEvent[] | undefined;
  /** The matches that count for the table, of those of the page. */
  tableMatchesOf(league: League, matches: readonly Match[]): Match[];
  /**
   * The scorers with these events in place of those of some matches, by id. A source that does not know
   * who scored in which match leaves out the clubs of these matches.
   */
  scorersWith(
    league: League,
    events: ReadonlyMap<string, readonly MatchEvent[]>,
    now: number,
  ): Scorer[];
  /** How two clubs met in the season before, where the source knows. */
  formerMeetings(league: League, clubs: readonly string[], now: number): Match[];
  /** A match of the season before with what happened in it, where the source knows. */
  formerMatch(league: League, matchId: string, now: number): FormerMatch | undefined;
  /** The matches of a matchday with the results that the source has, in order of kick-off. */
  roundOf(league: League, matchday: number, now: number): RoundMatch[];
  /** How many times a goal or a result was taken back between two moments. */
  correctionsOf(league: League, sinceMs: number, now: number): Promise<number>;
}
