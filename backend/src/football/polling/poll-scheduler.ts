import { Logger } from '@nestjs/common';
import type { League, Match } from '@kickoff/contracts';

import {
  type Fetched,
  type LeagueDataProvider,
  ProviderError,
  type ProviderFault,
} from '../providers/league-data-provider.js';
import { CallPacer } from './call-pacer.js';
import { emptySnapshot, type LeagueSnapshot } from '../snapshots/league-snapshot.schema.js';
import { goalsOf, isPlaying, type Kind } from '../snapshots/staleness.js';
import {
  withDay,
  withFailure,
  withGoals,
  withoutDay,
  withoutGoals,
  withoutSeason,
  withScorers,
  withSeason,
  withStandings,
} from './snapshot-updates.js';
import { dayDueAt, dueAt, goalsDueAt, type PollPolicy } from './schedule.js';

/** Calls are delayed by up to this share of their interval, so that leagues do not align. */
const JITTER = 0.1;
/** A refresh request does not fetch data younger than this. */
const RECENT_MS = 60_000;

/** In order of priority. */
const KINDS: readonly Kind[] = ['matches', 'standings', 'scorers'];

/** One call: a kind of data of a league, the goals of a match, or the day of all leagues in play. */
type Task =
  | { kind: Kind; league: League }
  | { kind: 'goals'; league: League; match: Match }
  | { kind: 'day'; leagues: League[] };

/** Access to the stored snapshots. */
interface SnapshotStore {
  snapshotOf(league: League): LeagueSnapshot | undefined;
  store(snapshot: LeagueSnapshot): Promise<void>;
}

/** Schedules calls to one provider: the most urgent one at a time, within its rate limit. */
export class PollScheduler {
  private readonly logger = new Logger(PollScheduler.name);
  /** The key is invalid: no more calls until restart. */
  private stopped = false;
  /** Leagues that the key may not access. */
  private readonly forbidden = new Set<League>();
  private readonly pace = new CallPacer();
  /** Remaining calls by the latest response. */
  private quota: LeagueSnapshot['quota'];
  private lastWasDay = false;
  /** Requested leagues, with the time of the request in ms. */
  private readonly refreshRequests = new Map<League, number>();
  /** Delay of each next call as a share of its interval. */
  private readonly jitter = new Map<string, number>();

  constructor(
    private readonly provider: LeagueDataProvider,
    private readonly leagues: readonly League[],
    private readonly snapshots: SnapshotStore,
    /** Poll interval of leagues in play, if the plan allows. */
    private readonly livePollMs: number,
    /** From 0 up to, but not including, 1. */
    private readonly random: () => number,
  ) {}

  /** Requests a fetch of all but recent data of a league; no effect while a request is pending. */
  requestRefresh(league: League, now: Date): void {
    if (!this.leagues.includes(league) || this.refreshRequests.has(league)) return;
    this.refreshRequests.set(league, now.getTime());
  }

  /** Whether a requested fetch of a league has not finished. */
  isRefreshing(league: League): boolean {
    return this.refreshRequests.has(league);
  }

  /** Returns why a league is not fetched until the next start; undefined if it is. */
  refusalOf(league: League): ProviderFault | undefined {
    if (!this.leagues.includes(league)) return undefined;
    if (this.stopped) return 'invalid_key';
    return this.forbidden.has(league) ? 'forbidden' : undefined;
  }

  /** Runs the most urgent call that is due and allowed. */
  async step(now: Date): Promise<void> {
    if (this.stopped) return;
    const task = this.nextTask(now.getTime());
    if (!task) return;
    this.drawJitter(task);
    try {
      await this.run(task, now);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      await this.handleFailure(task, error, now);
    }
  }

  private nextTask(now: number): Task | undefined {
    const isFree = this.pace.isFree(now);
    // An admin waits for a refresh: it may use a remaining call ahead of the even spread.
    const wanted = isFree || this.pace.isAllowed(now) ? this.nextRefresh() : undefined;
    return wanted ?? (isFree ? this.pickMostUrgent(now) : undefined);
  }

  private pickMostUrgent(now: number): Task | undefined {
    const asked = this.leagues.filter((league) => !this.forbidden.has(league));
    const policy = this.policyAt(now);
    const day = this.dueDay(asked, policy, now);
    const whole = this.dueWhole(asked, policy, now);
    // Alternates, so that the day cannot starve other calls.
    const task = this.lastWasDay ? (whole ?? day) : (day ?? whole);
    this.lastWasDay = task?.kind === 'day';
    return task;
  }

  /** Computes the poll policy; one call per cycle of the leagues in play is reserved for other data. */
  private policyAt(now: number): PollPolicy {
    const byDay = this.provider.fetchDay !== undefined;
    const playing = this.leagues.filter((league) =>
      isPlaying(this.getSnapshot(league), now),
    ).length;
    const calls = (byDay ? 1 : Math.max(playing, 1)) + 1;
    return { byDay, livePollMs: Math.max(this.livePollMs, calls * this.pace.spacingMs(now)) };
  }

  private jitterOf(kind: Task['kind'], league?: League): number {
    return this.jitter.get(`${kind} ${league ?? ''}`) ?? 0;
  }

  /** Draws the jitter once per call, not per tick: the minimum of many draws would remove it. */
  private drawJitter(task: Task): void {
    const league = task.kind === 'day' ? '' : task.league;
    this.jitter.set(`${task.kind} ${league}`, this.random() * JITTER);
  }

  private nextRefresh(): Task | undefined {
    for (const [league, sinceMs] of this.refreshRequests) {
      const state = this.getSnapshot(league);
      const kind = KINDS.find((one) => !isFetchedFor(sinceMs, state, one));
      if (kind && !this.forbidden.has(league)) return { kind, league };
      this.refreshRequests.delete(league);
    }
    return undefined;
  }

  private dueDay(asked: readonly League[], policy: PollPolicy, now: number): Task | undefined {
    const playing = asked
      .map((league) => ({
        league,
        atMs: dayDueAt(this.getSnapshot(league), policy, now),
      }))
      .filter(({ atMs }) => atMs !== Infinity);
    // One call covers all leagues in play, also those not due yet.
    return playing.some(({ atMs }) => atMs <= now)
      ? { kind: 'day', leagues: playing.map(({ league }) => league) }
      : undefined;
  }

  private dueWhole(asked: readonly League[], policy: PollPolicy, now: number): Task | undefined {
    // Scores first, then goals, then tables and scorers.
    return (
      this.dueOf(['matches'], asked, policy, now) ??
      this.dueGoals(asked, now) ??
      this.dueOf(['standings', 'scorers'], asked, policy, now)
    );
  }

  private dueOf(
    kinds: readonly Kind[],
    asked: readonly League[],
    policy: PollPolicy,
    now: number,
  ): Task | undefined {
    for (const kind of kinds) {
      let first: { league: League; atMs: number } | undefined;
      for (const league of asked) {
        const atMs = dueAt(
          kind,
          this.getSnapshot(league),
          policy,
          now,
          this.jitterOf(kind, league),
        );
        if (atMs <= now && (!first || atMs < first.atMs)) first = { league, atMs };
      }
      if (first) return { kind, league: first.league };
    }
    return undefined;
  }

  private dueGoals(asked: readonly League[], now: number): Task | undefined {
    if (!this.provider.fetchGoals) return undefined;
    for (const league of asked) {
      const state = this.getSnapshot(league);
      const match = state.matches.data?.find(
        (one) => goalsDueAt(one, goalsOf(state, one), now) <= now,
      );
      if (match) return { kind: 'goals', league, match };
    }
    return undefined;
  }

  private async run(task: Task, now: Date): Promise<void> {
    switch (task.kind) {
      case 'day':
        return this.runDay(task.leagues, now);
      case 'matches': {
        const data = await this.awaitCall(this.provider.fetchMatches(task.league, now), now);
        return this.store(withSeason(this.getSnapshot(task.league), data, now), now);
      }
      case 'standings': {
        const data = await this.awaitCall(this.provider.fetchStandings(task.league, now), now);
        return this.store(withStandings(this.getSnapshot(task.league), data, now), now);
      }
      case 'scorers': {
        const data = await this.awaitCall(this.provider.fetchScorers(task.league, now), now);
        return this.store(withScorers(this.getSnapshot(task.league), data, now), now);
      }
      case 'goals':
        return this.runGoals(task.league, task.match, now);
    }
  }

  private async runDay(leagues: readonly League[], now: Date): Promise<void> {
    if (!this.provider.fetchDay) return;
    const days = await this.awaitCall(this.provider.fetchDay(leagues, now), now);
    for (const league of leagues) {
      await this.store(withDay(this.getSnapshot(league), days.get(league) ?? [], now), now);
    }
  }

  private async runGoals(league: League, match: Match, now: Date): Promise<void> {
    if (!this.provider.fetchGoals) return;
    const events = await this.awaitCall(this.provider.fetchGoals(match, now), now);
    await this.store(withGoals(this.getSnapshot(league), match, events, now), now);
  }

  /** Awaits a call and applies the limits that its response reports. */
  private async awaitCall<Data>(call: Promise<Fetched<Data>>, now: Date): Promise<Data> {
    const { data, rate } = await call;
    this.pace.onResponse(rate, now.getTime());
    this.quota = rate && { remaining: rate.remaining, at: now };
    return data;
  }

  /** Stores a snapshot with the provider's quota and the poll interval. */
  private store(snapshot: LeagueSnapshot, now: Date): Promise<void> {
    const { livePollMs } = this.policyAt(now.getTime());
    return this.snapshots.store({
      ...snapshot,
      livePollMs,
      delayed: this.provider.isDelayed,
      ...(this.quota ? { quota: this.quota } : {}),
    });
  }

  private async handleFailure(task: Task, error: ProviderError, now: Date): Promise<void> {
    const leagues = task.kind === 'day' ? task.leagues : [task.league];
    this.logger.warn({
      event: 'provider_request_failed',
      provider: this.provider.id,
      asked: task.kind,
      leagues,
      kind: error.kind,
      detail: error.message,
    });
    if (error.kind === 'rate_limited') {
      this.pace.onRateLimited(error.retryAfterSeconds ?? 60, now.getTime());
    } else {
      this.pace.onFailure(now.getTime());
    }
    if (error.kind === 'invalid_key') {
      this.stopped = true;
      return this.storeAll(this.leagues, (state) => withFailure(state, 'matches', error.kind, now));
    }
    // A call for many leagues does not show which one is forbidden; their own calls will.
    if (error.kind === 'forbidden' && task.kind !== 'day') this.forbidden.add(task.league);
    return this.storeAll(leagues, (state) => withFault(state, task, error.kind, now));
  }

  /** Stores a failure beside the last good data. */
  private async storeAll(
    leagues: readonly League[],
    noted: (state: LeagueSnapshot) => LeagueSnapshot,
  ): Promise<void> {
    for (const league of leagues) await this.snapshots.store(noted(this.getSnapshot(league)));
  }

  private getSnapshot(league: League): LeagueSnapshot {
    return this.snapshots.snapshotOf(league) ?? emptySnapshot(league, this.provider.id);
  }
}

/**
 * Returns whether a kind was fetched or tried since the request, or fetched shortly before. For
 * matches only the whole season counts; rate-limited tries do not count.
 */
function isFetchedFor(sinceMs: number, state: LeagueSnapshot, kind: Kind): boolean {
  const { fetchedAt, lastTriedAt, lastError } = state[kind];
  const [came, tried] =
    kind === 'matches' ? [state.wholeAt, state.wholeTriedAt] : [fetchedAt, lastTriedAt];
  const isTried = lastError !== 'rate_limited' && (tried?.getTime() ?? -Infinity) >= sinceMs;
  return isTried || (came?.getTime() ?? -Infinity) >= sinceMs - RECENT_MS;
}

/** Returns the snapshot after a failed call. */
function withFault(
  state: LeagueSnapshot,
  task: Task,
  fault: ProviderFault,
  now: Date,
): LeagueSnapshot {
  switch (task.kind) {
    case 'day':
      return withoutDay(state, fault, now);
    case 'matches':
      return withoutSeason(state, fault, now);
    case 'goals':
      // Rate-limited goals stay due.
      return fault === 'rate_limited' ? state : withoutGoals(state, task.match, fault, now);
    default:
      return withFailure(state, task.kind, fault, now);
  }
}
