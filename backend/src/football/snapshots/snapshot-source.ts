import { Injectable } from '@nestjs/common';
import type { League, LeagueData, Match, MatchEvent } from '@kickoff/contracts';

import type { FormerMatch, LeagueSource } from '../league-source.js';
import { rulesOf } from '../leagues.js';
import { CorrectionsRepository } from '../corrections/corrections.repository.js';
import { goalsOf } from '../polling/renewed.js';
import { hasGoals, isStale } from '../polling/schedule.js';
import { Coverage } from '../providers/coverage.js';
import { providedTable, recountedTable } from '../tables/provided-table.js';
import type { ProvidedMatch } from '../providers/league-data-provider.js';
import type { LeagueSnapshot } from './league-snapshot.js';
import { SnapshotsRepository } from './snapshots.repository.js';

/** What providers told us last, kept in memory as long as nothing newer is stored. */
@Injectable()
export class SnapshotSource implements LeagueSource {
  private readonly snapshots = new Map<League, LeagueSnapshot>();

  constructor(
    private readonly repository: SnapshotsRepository,
    private readonly corrections: CorrectionsRepository,
    private readonly coverage: Coverage,
  ) {}

  async prepare(): Promise<void> {
    if (this.coverage.providers.length === 0) return;
    for (const { _id: league, fence, revision } of await this.repository.findEditions()) {
      const known = this.snapshots.get(league);
      if (known?.fence === fence && known.revision === revision) continue;
      const stored = await this.repository.find(league);
      if (stored) this.keep(stored);
    }
  }

  /** Takes over what has just been stored. */
  keep(snapshot: LeagueSnapshot): void {
    this.snapshots.set(snapshot._id, snapshot);
  }

  /** The stored state of a league, if it is that of the provider who is asked for it now. */
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
    const { data: rows = [], fetchedAt: toldAt } = snapshot.standings;
    // Before a season some providers have a table without rows.
    const table =
      toldAt && rows.length > 0
        ? providedTable(rows, matches, rules, toldAt)
        : recountedTable(matches, rules);
    return {
      league,
      season: snapshot.season,
      source: snapshot.provider,
      updatedAt: updatedAtOf(matches, fetchedAt),
      stale: isStale(snapshot, now),
      ...(snapshot.delayed ? { delayed: true } : {}),
      matches: matches.map(toShown),
      standings: [{ type: 'TOTAL', table }],
      scorers: snapshot.scorers.data ?? [],
    };
  }

  /** Goals alone, and only of matches that were on while we asked; where none has fallen that is known, too. */
  eventsOf(league: League, matchId: string): MatchEvent[] | undefined {
    const snapshot = this.snapshotOf(league);
    const match = snapshot?.matches.data?.find(({ id }) => id === matchId);
    if (!snapshot || !match || !this.coverage.providerOf(league)?.fetchGoals) return undefined;
    return goalsOf(snapshot, match)?.data ?? (hasGoals(match) ? undefined : []);
  }

  /** Only the season that is on is kept. */
  formerMeetings(): Match[] {
    return [];
  }

  formerMatch(): FormerMatch | undefined {
    return undefined;
  }

  correctionsOf(league: League, sinceMs: number): Promise<number> {
    return this.corrections.count(league, new Date(sinceMs));
  }

  /** How many calls a league's provider still allows, as it said in its latest answer for any league. */
  remainingOf(league: League): number | undefined {
    const provider = this.coverage.providerOf(league)?.id;
    const [latest] = [...this.snapshots.values()]
      .flatMap((snapshot) =>
        snapshot.provider === provider && snapshot.quota ? [snapshot.quota] : [],
      )
      .sort((one, other) => other.at.getTime() - one.at.getTime());
    return latest?.remaining;
  }
}

/** When the provider changed any match last, where it says so, else when it was asked. */
function updatedAtOf(matches: readonly ProvidedMatch[], fetchedAt: Date): string {
  const asked = fetchedAt.toISOString();
  const told = matches.flatMap(({ updatedAt }) => updatedAt ?? []).sort();
  // A clock that is ahead makes nothing newer than the answer it came in.
  return told.findLast((at) => at <= asked) ?? asked;
}

/** A match without what only tables need to know. */
function toShown(match: ProvidedMatch): Match {
  const shown = { ...match };
  delete shown.knockOut;
  delete shown.updatedAt;
  return shown;
}
