import type {
  FootballSource,
  League,
  Match,
  MatchEvent,
  Scorer,
  StandingRow,
} from '@kickoff/contracts';

/** A service that is asked for real data, by the name under which its data is shown. */
export type ProviderId = Exclude<FootballSource, 'demo'>;

/** A match as a provider tells it, with what fans are not shown. */
export interface ProvidedMatch extends Match {
  /** Of a knock-out round or a play-off: no table counts it. */
  knockOut?: true;
  /** When the provider itself changed it last, in ISO; missing where it does not say so. */
  updatedAt?: string;
}

/** All of a league's season as a provider has it. */
export interface SeasonMatches {
  /** `2026-27` */
  season: string;
  matches: ProvidedMatch[];
}

/** A row of a provider's table; form, zone and what is live follow from our own data. */
export type ProvidedRow = Omit<StandingRow, 'form' | 'zone' | 'live'>;

/** How many more calls a provider allows, and over which time they are spread: until it counts anew. */
export interface Rate {
  remaining: number;
  resetSeconds: number;
}

/** What a call brought, in our shape. */
export interface Fetched<Data> {
  data: Data;
  /** Undefined where the provider said nothing of its limits. */
  rate: Rate | undefined;
}

/** Asks one provider and speaks our words: its own vocabulary ends here. */
export interface LeagueDataProvider {
  readonly id: ProviderId;
  /** How often leagues in play are asked for unless the settings say otherwise, in milliseconds. */
  readonly livePollMs: number;
  /** Whether its plan tells scores some time after they have changed, as far as its answers show. */
  readonly isDelayed: boolean;
  covers(league: League): boolean;
  fetchMatches(league: League, now: Date): Promise<Fetched<SeasonMatches>>;
  fetchStandings(league: League, now: Date): Promise<Fetched<ProvidedRow[]>>;
  fetchScorers(league: League, now: Date): Promise<Fetched<Scorer[]>>;
  /** Yesterday's to tomorrow's matches of many leagues in one call, where the provider has such a call. */
  fetchDay?(leagues: readonly League[], now: Date): Promise<Fetched<Map<League, ProvidedMatch[]>>>;
  /** The goals of a match in their order, those taken back among them, where the provider has them. */
  fetchGoals?(match: Match, now: Date): Promise<Fetched<MatchEvent[]>>;
}

/**
 * Why a call brought nothing: the key is wrong for all calls, or may not see
 * this league; there is no such thing; too many calls; the provider is down;
 * or what it said makes no sense.
 */
export type ProviderFault =
  'invalid_key' | 'forbidden' | 'not_found' | 'rate_limited' | 'unavailable' | 'bad_payload';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly kind: ProviderFault,
    /** Never anything of the key, the address or the answer's values. */
    detail: string,
    /** Whole seconds until calls are welcome again; with `rate_limited`. */
    readonly retryAfterSeconds?: number,
  ) {
    super(detail);
  }
}
