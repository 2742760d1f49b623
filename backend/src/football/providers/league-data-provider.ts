import type {
  FootballSource,
  League,
  Match,
  MatchEvent,
  Scorer,
  StandingRow,
} from '@kickoff/contracts';

/** A data provider, by the name shown with its data. */
export type ProviderId = Exclude<FootballSource, 'demo'>;

/** A match with fields that clients do not get. */
export interface ProvidedMatch extends Match {
  /** Knock-out or play-off match, which counts for no table. */
  knockOut?: true;
  /** The part of the match that its status does not show. */
  period?: 'extra_time' | 'penalties';
  /** The score is a decision about the match, not its goals. */
  awarded?: true;
  /** When the provider last changed it, in ISO; absent if unknown. */
  updatedAt?: string;
  /** When the poller first saw it in play again after a suspension, in ISO. */
  resumedAt?: string;
}

/** A whole season of a league. */
export interface SeasonMatches {
  /** `2026-27` */
  season: string;
  matches: ProvidedMatch[];
}

/** A row of a table. Form, zone and live flag are computed from matches. */
export type ProvidedRow = Omit<StandingRow, 'form' | 'zone' | 'live'>;

/** Remaining calls and the time until the quota resets. */
export interface Rate {
  remaining: number;
  resetSeconds: number;
}

/** The result of a call in our shape. */
export interface Fetched<Data> {
  data: Data;
  /** Undefined if the provider sent no limits. */
  rate: Rate | undefined;
}

/** Client of one provider. Its vocabulary is translated here. */
export interface LeagueDataProvider {
  readonly id: ProviderId;
  /** Default poll interval of leagues in play, in milliseconds. */
  readonly livePollMs: number;
  /** Whether scores are delayed on this plan, as far as responses show. */
  readonly isDelayed: boolean;
  covers(league: League): boolean;
  fetchMatches(league: League, now: Date): Promise<Fetched<SeasonMatches>>;
  fetchStandings(league: League, now: Date): Promise<Fetched<ProvidedRow[]>>;
  fetchScorers(league: League, now: Date): Promise<Fetched<Scorer[]>>;
  /**
   * Matches from yesterday to tomorrow of many leagues in one call, if the provider has such an
   * endpoint.
   */
  fetchDay?(leagues: readonly League[], now: Date): Promise<Fetched<Map<League, ProvidedMatch[]>>>;
  /** The goals of a match in order, including disallowed ones, if the provider has them. */
  fetchGoals?(match: Match, now: Date): Promise<Fetched<MatchEvent[]>>;
}

/**
 * Why a call failed: the key is invalid, or does not cover the league; not found; rate limited;
 * the provider is down; the payload is invalid.
 */
export type ProviderFault =
  | 'invalid_key'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'unavailable'
  | 'bad_payload';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly kind: ProviderFault,
    /** Never contains the key, the address or response values. */
    detail: string,
    /** Seconds until the next call is allowed; with `rate_limited`. */
    readonly retryAfterSeconds?: number,
  ) {
    super(detail);
  }
}
