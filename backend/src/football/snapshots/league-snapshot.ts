import type { League, MatchEvent, Scorer } from '@kickoff/contracts';

import type {
  ProvidedMatch,
  ProvidedRow,
  ProviderFault,
  ProviderId,
} from '../providers/league-data-provider.js';

/** One kind of a league's data: the last good state, and how the latest try went. */
export interface Part<Data> {
  /** Missing until a first call succeeds. */
  data?: Data;
  fetchedAt?: Date;
  lastTriedAt?: Date;
  lastError?: ProviderFault;
  /** Tries since the last success. */
  failures: number;
}

/** The goals of a match, and how it stood when they were asked for last. */
export interface ToldGoals extends Part<MatchEvent[]> {
  matchId: string;
  /** Score and whether it was over: once that is another, the goals are asked for anew. */
  askedAt: string;
}

/**
 * What a provider told last of a league, one document a league. Fans read from
 * here and never from the provider; only the poller writes.
 */
export interface LeagueSnapshot {
  _id: League;
  provider: ProviderId;
  /** `2026-27`; empty until the first matches have come. */
  season: string;
  matches: Part<ProvidedMatch[]>;
  /** When the whole season was fetched, not only a day of it. */
  wholeAt?: Date;
  /** When the whole season was asked for in vain last, and how many times since it came. */
  wholeTriedAt?: Date;
  wholeFailures?: number;
  /** The day was refused twice, maybe for this league's sake: its whole season has to come first. */
  dayRefused?: true;
  /** A match that should be on was not among those of the day: it may have been moved. */
  missed?: true;
  /** When we noticed a match to be over, or its result to be another. */
  whistleAt?: Date;
  /** How many times since the whistle the table came without a result that we have. */
  lateTables?: number;
  standings: Part<ProvidedRow[]>;
  scorers: Part<Scorer[]>;
  /** Missing where the provider has none, and until there is a first goal. */
  goals?: ToldGoals[];
  /** How often it is asked for while it plays, as the provider's plan allows; in milliseconds. */
  livePollMs?: number;
  /** The provider's plan tells scores some time after they have changed. */
  delayed?: boolean;
  /** How many calls the provider still allowed, where its answers say so. */
  quota?: { remaining: number; at: Date };
  /** The lease under which it was written; an older one never writes over a newer one. */
  fence: number;
  /** Grows with each write under one lease; with the fence it tells whether to read anew. */
  revision: number;
}

/** A league of which a provider has told nothing yet. */
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
