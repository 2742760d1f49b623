import type { League, MatchEvent, Scorer } from '@kickoff/contracts';

import { defineCollection } from '../../common/mongo/collections.js';
import type {
  ProvidedMatch,
  ProvidedRow,
  ProviderFault,
  ProviderId,
} from '../providers/league-data-provider.js';

/** One kind of a league's data: the last good state and the result of the latest try. */
export interface Part<Data> {
  /** Missing until a first call succeeds. */
  data?: Data;
  fetchedAt?: Date;
  lastTriedAt?: Date;
  lastError?: ProviderFault;
  /** Tries since the last success. */
  failures: number;
}

/** The goals of a match, and its state at the latest request. */
export interface GoalsPart extends Part<MatchEvent[]> {
  matchId: string;
  /** Score, and whether the match was over; a change makes the goals due again. */
  askedAt: string;
}

/**
 * The latest provider data of a league, one document per league. Fans' requests read it; only the
 * poller writes it.
 */
export interface LeagueSnapshotDocument {
  _id: League;
  provider: ProviderId;

  /** Such as `2026-27`; empty before the first matches are fetched. */
  season: string;
  matches: Part<ProvidedMatch[]>;

  /** When the whole season was fetched, not only a day of it. */
  wholeAt?: Date;

  /** Last failed try of the whole season, and failures since the last success. */
  wholeTriedAt?: Date;
  wholeFailures?: number;

  /**
   * The day failed twice, possibly because of this league: its whole season must be fetched first.
   */
  dayRefused?: true;

  /** A match that should be in play was missing from the day: it may have been moved. */
  missed?: true;

  /** When full time or a changed result was detected. */
  whistleAt?: Date;

  /** Tables since then that lacked a known result. */
  lateTables?: number;
  standings: Part<ProvidedRow[]>;
  scorers: Part<Scorer[]>;

  /** Absent if the provider has none, and before the first goal. */
  goals?: GoalsPart[];

  /** Ids of matches whose timeline states that the provider is silent; absent until timelines exist. */
  lost?: string[];

  /** Poll interval in play, as the provider's plan allows; in milliseconds. */
  livePollMs?: number;

  /** The provider's plan delays scores. */
  delayed?: boolean;

  /** Remaining calls, if the provider reports them. */
  quota?: { remaining: number; at: Date };

  /** Why the instance of this `fence` no longer fetches the league; absent while it does. */
  refusal?: ProviderFault;

  /** Fence of the lease it was written under; an older lease cannot overwrite a newer one. */
  fence: number;

  /** Grows with each write; fence and revision together identify a version. */
  revision: number;
}

/** A document as plain data, which an update may copy. */
export type LeagueSnapshot = Pick<LeagueSnapshotDocument, keyof LeagueSnapshotDocument>;

export const footballSnapshotsCollection =
  defineCollection<LeagueSnapshotDocument>('football_snapshots');

/** Creates the snapshot of a league without data. */
export function emptySnapshot(league: League, provider: ProviderId): LeagueSnapshot {
  return {
    _id: league,
    provider,
    season: '',
    matches: { failures: 0 },
    standings: { failures: 0 },
    scorers: { failures: 0 },
    fence: 0,
    revision: 0,
  };
}
