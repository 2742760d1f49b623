import { Injectable } from '@nestjs/common';
import type { League, LeagueData, Match, MatchEvent, MatchTeam, Scorer } from '@kickoff/contracts';

import type { FormerMatch, LeagueSource, RoundMatch } from '../league-source.js';
import { storyOfResult } from '../demo/story.js';
import { squadOf } from '../demo/squads.js';
import { CLUBS, isClub, rulesOf } from '../leagues.js';
import { CorrectionsRepository } from '../corrections/corrections.repository.js';
import { Coverage } from '../providers/coverage.js';
import { inTable, providedTable, recountedTable } from '../tables/provided-table.js';
import type { ProvidedMatch } from '../providers/league-data-provider.js';
import { MatchEntriesRepository } from '../timelines/match-entries.repository.js';
import type { FormerSeason } from './former-season.schema.js';
import type { LeagueSnapshot } from './league-snapshot.schema.js';
import { SnapshotsRepository } from './snapshots.repository.js';
import { goalsOf, hasGoals, isStale } from './staleness.js';
import type { RecordedEntry } from '../timelines/match-entry.schema.js';

/** Provider data, cached in memory until a newer version is stored. */
@Injectable()
export class SnapshotSource implements LeagueSource {
  private readonly snapshots = new Map<League, LeagueSnapshot>();
  /** The former season of each league, with the season before which it was. */
  private readonly formerSeasons = new Map<
    League,
    { nextSeason: string; former: FormerSeason | null }
  >();

  constructor(
    private readonly repository: SnapshotsRepository,
    private readonly corrections: CorrectionsRepository,
    private readonly entries: MatchEntriesRepository,
    private readonly coverage: Coverage,
  ) {}

  async prepare(): Promise<void> {
    if (this.coverage.providers.length === 0) return;
    for (const { _id: league, fence, revision } of await this.repository.findRevisions()) {
      const known = this.snapshots.get(league);
      if (known?.fence !== fence || known.revision !== revision) {
        const stored = await this.repository.find(league);
        if (stored) this.cache(stored);
      }
      await this.loadFormerSeason(league);
    }
  }

  /** Caches a snapshot that has just been stored. */
  cache(snapshot: LeagueSnapshot): void {
    this.snapshots.set(snapshot._id, snapshot);
  }

  /** Returns the latest stored snapshot, of any provider. */
  storedOf(league: League): LeagueSnapshot | undefined {
    return this.snapshots.get(league);
  }

  /** Returns a league's snapshot if it is from the current provider. */
  snapshotOf(league: League): LeagueSnapshot | undefined {
    const snapshot = this.snapshots.get(league);
    return snapshot?.provider === this.coverage.providerOf(league)?.id ? snapshot : undefined;
  }

  versionOf(league: League, now: number): string | undefined {
    const snapshot = this.snapshotOf(league);
    if (!snapshot?.matches.fetchedAt) return undefined;
    const { provider, fence, revision } = snapshot;
    return `${provider} ${fence}.${revision} ${isStale(snapshot, now) ? 'stale' : 'fresh'}`;
  }

  read(league: League, now: number): LeagueData {
    const snapshot = this.snapshotOf(league);
    const { data: matches, fetchedAt } = snapshot?.matches ?? {};
    if (!snapshot || !matches || !fetchedAt) throw new Error(`Nothing is stored of ${league}`);
    const rules = rulesOf(league);
    const { data: rows = [], fetchedAt: tableAt } = snapshot.standings;
    // Before a season some providers have a table without rows.
    const table =
      tableAt && rows.length > 0
        ? providedTable(rows, matches, rules, tableAt)
        : recountedTable(matches, rules);
    return {
      league,
      season: snapshot.season,
      source: snapshot.provider,
      updatedAt: updatedAtOf(matches, fetchedAt),
      stale: isStale(snapshot, now),
      ...(snapshot.delayed ? { delayed: true } : {}),
      matches: matches.map(toMatch),
      standings: [{ type: 'TOTAL', table }],
      scorers: snapshot.scorers.data ?? [],
    };
  }

  /** Returns goals of matches polled while in play: `[]` is a known 0–0, undefined is unknown. */
  eventsOf(league: League, matchId: string): MatchEvent[] | undefined {
    const snapshot = this.snapshotOf(league);
    const match = snapshot?.matches.data?.find(({ id }) => id === matchId);
    return snapshot && match && this.eventsIn(league, snapshot, match);
  }

  revisionOf(league: League): number {
    return this.snapshotOf(league)?.revision ?? 0;
  }

  timelineOf(_: League, matchId: string, revision: number): Promise<RecordedEntry[]> {
    return this.entries.findByMatch(matchId, revision);
  }

  rescheduledIn(league: League, revision: number): Promise<ReadonlySet<string>> {
    const matches = this.snapshotOf(league)?.matches.data ?? [];
    return this.entries.findRescheduled(
      matches.map(({ id }) => id),
      revision,
    );
  }

  tableMatchesOf(league: League, matches: readonly Match[]): Match[] {
    const counted = new Set(
      inTable(this.snapshotOf(league)?.matches.data ?? []).map(({ id }) => id),
    );
    return matches.filter(({ id }) => counted.has(id));
  }

  /** The provider counts the players' goals itself, and reports only their sum. */
  scorersWith(league: League, events: ReadonlyMap<string, readonly MatchEvent[]>): Scorer[] {
    const snapshot = this.snapshotOf(league);
    const clubs = new Set(
      (snapshot?.matches.data ?? [])
        .filter(({ id }) => events.has(id))
        .flatMap(({ homeTeam, awayTeam }) => [homeTeam.id, awayTeam.id]),
    );
    return (snapshot?.scorers.data ?? []).filter(({ team }) => !clubs.has(team.id));
  }

  formerMeetings(league: League, clubs: readonly string[]): Match[] {
    const matches = this.formerSeasonOf(league)?.matches ?? [];
    return matches
      .filter(
        ({ homeTeam, awayTeam }) => clubs.includes(homeTeam.id) && clubs.includes(awayTeam.id),
      )
      .map(toMatch);
  }

  formerMatch(league: League, matchId: string): FormerMatch | undefined {
    const season = this.formerSeasonOf(league);
    const match = season?.matches.find(({ id }) => id === matchId);
    return season && match
      ? { match: toMatch(match), events: this.eventsIn(league, season, match) }
      : undefined;
  }

  roundOf(league: League, matchday: number): RoundMatch[] {
    const matches = this.snapshotOf(league)?.matches.data ?? [];
    return matches
      .filter((match) => match.matchday === matchday && !match.knockOut)
      .map(toRoundMatch);
  }

  correctionsOf(league: League, sinceMs: number): Promise<number> {
    return this.corrections.count(league, new Date(sinceMs));
  }

  /** Returns the remaining calls of a league's provider, by its latest response for any league. */
  remainingOf(league: League): number | undefined {
    const provider = this.coverage.providerOf(league)?.id;
    const [latest] = [...this.snapshots.values()]
      .flatMap((snapshot) =>
        snapshot.provider === provider && snapshot.quota ? [snapshot.quota] : [],
      )
      .sort((one, other) => other.at.getTime() - one.at.getTime());
    return latest?.remaining;
  }

  /** Loads the former season once the present one is known, and again when that ends. */
  private async loadFormerSeason(league: League): Promise<void> {
    const season = this.snapshots.get(league)?.season;
    if (season === undefined || this.formerSeasons.get(league)?.nextSeason === season) return;
    const former = await this.repository.findFormerSeason(league);
    this.formerSeasons.set(league, { nextSeason: season, former });
  }

  private formerSeasonOf(league: League): FormerSeason | undefined {
    const former = this.snapshotOf(league) && this.formerSeasons.get(league)?.former;
    return former ?? undefined;
  }

  private eventsIn(
    league: League,
    season: Pick<LeagueSnapshot, 'goals'>,
    match: Match,
  ): MatchEvent[] | undefined {
    if (!this.coverage.providerOf(league)?.fetchGoals) return undefined;
    return goalsOf(season, match)?.data ?? (hasGoals(match) ? undefined : []);
  }
}

/** Returns when the provider last changed any match, if it reports that, else the time of the fetch. */
function updatedAtOf(matches: readonly ProvidedMatch[], fetchedAt: Date): string {
  const asked = fetchedAt.toISOString();
  const updates = matches.flatMap(({ updatedAt }) => updatedAt ?? []).sort();
  // A provider's clock may be ahead: nothing is newer than its own response.
  return updates.findLast((at) => at <= asked) ?? asked;
}

/** Invents the course of a match with its result: providers state results without their history. */
function toRoundMatch({ id, homeTeam, awayTeam, score: { fullTime } }: ProvidedMatch): RoundMatch {
  const squads = { homeTeam: squadFor(homeTeam), awayTeam: squadFor(awayTeam) };
  const result = { homeTeam: fullTime.homeTeam ?? 0, awayTeam: fullTime.awayTeam ?? 0 };
  return { homeTeam, awayTeam, story: storyOfResult(id, squads, result) };
}

/** Made-up players: an invented minute is never attributed to a real person. */
function squadFor({ id }: MatchTeam): readonly string[] {
  return isClub(id) ? squadOf(id) : squadOf(CLUBS[0]?.id ?? id);
}

/** Removes the fields that only tables and timelines need. */
function toMatch(match: ProvidedMatch): Match {
  const shown = { ...match };
  delete shown.knockOut;
  delete shown.updatedAt;
  delete shown.resumedAt;
  delete shown.period;
  delete shown.awarded;
  return shown;
}
