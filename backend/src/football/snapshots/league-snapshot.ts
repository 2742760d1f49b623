import type { League, Match, Scorer } from '@kickoff/contracts';

import type { ProvidedRow, ProviderFault, ProviderId } from '../providers/league-data-provider.js';

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

/**
 * What a provider told last of a league, one document a league. Fans read from
 * here and never from the provider; only the poller writes.
 */
export interface LeagueSnapshot {
  _id: League;
  provider: ProviderId;
  /** `2026-27`; empty until the first matches have come. */
  season: string;
  matches: Part<Match[]>;
  /** When the whole season was fetched, not only a day of it. */
  wholeAt?: Date;
  /** When we noticed a match to be over. */
  whistleAt?: Date;
  standings: Part<ProvidedRow[]>;
  scorers: Part<Scorer[]>;
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
