import type { League, LeagueData, Match, MatchEvent, MatchTeam, Scorer } from '@kickoff/contracts';
import type { Story } from './demo/story.js';
import type { RecordedEntry } from './timelines/match-entry.schema.js';

/** A match that is no longer on its league's page. */
export interface FormerMatch {
  match: Match;
  /** Undefined if the source does not know them. */
  events: MatchEvent[] | undefined;
}

/** A match of a round with all its events. */
export interface RoundMatch {
  homeTeam: MatchTeam;
  awayTeam: MatchTeam;
  story: Story;
}

/** The source of a league's data: the simulated season or the last provider snapshot. */
export interface LeagueSource {
  /** Prepares the data for the methods below, which then answer from memory. */
  prepare(now: number): Promise<void>;
  /** Changes whenever the data does; undefined if this source has no data of the league. */
  versionOf(league: League, now: number): string | undefined;
  read(league: League, now: number): LeagueData;
  /** Revision of the data, so that a timeline ends at the same state. */
  revisionOf(league: League, now: number): number;
  /** The timeline of a match up to this revision, oldest first. */
  timelineOf(league: League, matchId: string, revision: number): Promise<RecordedEntry[]>;
  /** Ids of matches that started or were called off, and got a new date up to this revision. */
  rescheduledIn(league: League, revision: number): Promise<ReadonlySet<string>>;
  /** The events of a match, if the source knows them. */
  eventsOf(league: League, matchId: string, now: number): MatchEvent[] | undefined;
  /** Those of these matches that count for the table. */
  tableMatchesOf(league: League, matches: readonly Match[]): Match[];
  /**
   * The scorers with these events in place of those of some matches, by id. A source without
   * scorers per match omits the clubs of these matches.
   */
  scorersWith(
    league: League,
    events: ReadonlyMap<string, readonly MatchEvent[]>,
    now: number,
  ): Scorer[];
  /** The meetings of two clubs in the previous season, if the source knows them. */
  formerMeetings(league: League, clubs: readonly string[], now: number): Match[];
  /** A match of the previous season with its events, if the source knows it. */
  formerMatch(league: League, matchId: string, now: number): FormerMatch | undefined;
  /** The matches of a matchday with the results that the source has, in order of kick-off. */
  roundOf(league: League, matchday: number, now: number): RoundMatch[];
  /** Number of goals or results corrected between two moments. */
  correctionsOf(league: League, sinceMs: number, now: number): Promise<number>;
}
