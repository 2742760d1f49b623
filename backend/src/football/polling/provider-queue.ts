import { Logger } from '@nestjs/common';
import type { League, Match } from '@kickoff/contracts';

import {
  type Fetched,
  type LeagueDataProvider,
  ProviderError,
  type ProviderFault,
} from '../providers/league-data-provider.js';
import { CallPace } from './call-pace.js';
import { emptySnapshot, type LeagueSnapshot } from '../snapshots/league-snapshot.js';
import {
  goalsOf,
  withDay,
  withFailure,
  withGoals,
  withoutDay,
  withoutGoals,
  withoutSeason,
  withScorers,
  withSeason,
  withStandings,
} from './renewed.js';
import { dayDueAt, dueAt, goalsDueAt, isPlaying, type Kind, type PollPolicy } from './schedule.js';

/** By up to this share of its interval each call comes later, so that not all leagues come at once. */
const JITTER = 0.1;
/** What came this short a time ago is not fetched again because somebody wants it now. */
const JUST_BEFORE_MS = 60_000;

/** In this order, when several are due. */
const KINDS: readonly Kind[] = ['matches', 'standings', 'scorers'];

/** One call to make: a kind of data of one league, the goals of one match, or the day of all that play. */
type Task =
  | { kind: Kind; league: League }
  | { kind: 'goals'; league: League; match: Match }
  | { kind: 'day'; leagues: League[] };

/** The stored state, as the poller reads and writes it. */
interface SnapshotShelf {
  snapshotOf(league: League): LeagueSnapshot | undefined;
  store(snapshot: LeagueSnapshot): Promise<void>;
}

/** Asks one provider, one call at a time, for what is most urgent, and keeps to what it allows. */
export class ProviderQueue {
  private readonly logger = new Logger(ProviderQueue.name);
  /** The key is wrong: nothing more is asked until the next start. */
  private stopped = false;
  /** Leagues that the key may not see. */
  private readonly aside = new Set<League>();
  private readonly pace = new CallPace();
  /** What the latest answer said is left. */
  private quota: LeagueSnapshot['quota'];
  private lastWasDay = false;
  /** Leagues that somebody wants fetched now, and since when. */
  private readonly wanted = new Map<League, number>();
  /** How much later than its interval each next call comes. */
  private readonly lateness = new Map<string, number>();

  constructor(
    private readonly provider: LeagueDataProvider,
    private readonly leagues: readonly League[],
    private readonly shelf: SnapshotShelf,
    /** How often leagues in play should be asked for, if the plan allows. */
    private readonly livePollMs: number,
    /** From 0 up to, but not including, 1. */
    private readonly chance: () => number,
  ) {}

  /** Has all of a league fetched now but what has just come; who wants it meanwhile wants the same. */
  want(league: League, now: Date): void {
    if (!this.leagues.includes(league) || this.wanted.has(league)) return;
    this.wanted.set(league, now.getTime());
  }

  /** Makes the most urgent call, if one is due and allowed. */
  async step(now: Date): Promise<void> {
    if (this.stopped) return;
    const task = this.nextTask(now.getTime());
    if (!task) return;
    this.drawLateness(task);
    try {
      await this.run(task, now);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      await this.failed(task, error, now);
    }
  }

  private nextTask(now: number): Task | undefined {
    const isFree = this.pace.isFree(now);
    // Somebody waits for it: one of the calls that are left is made before its turn.
    const wanted = isFree || this.pace.isAllowed(now) ? this.nextWanted() : undefined;
    return wanted ?? (isFree ? this.mostUrgent(now) : undefined);
  }

  private mostUrgent(now: number): Task | undefined {
    const asked = this.leagues.filter((league) => !this.aside.has(league));
    const policy = this.policyAt(now);
    const day = this.dueDay(asked, policy, now);
    const whole = this.dueWhole(asked, policy, now);
    // However often the day is due, every second call is for what else is.
    const task = this.lastWasDay ? (whole ?? day) : (day ?? whole);
    this.lastWasDay = task?.kind === 'day';
    return task;
  }

  /** One call of each round through the leagues in play, or through their day, is for what else is due. */
  private policyAt(now: number): PollPolicy {
    const byDay = this.provider.fetchDay !== undefined;
    const playing = this.leagues.filter((league) => isPlaying(this.stateOf(league), now)).length;
    const calls = (byDay ? 1 : Math.max(playing, 1)) + 1;
    return { byDay, livePollMs: Math.max(this.livePollMs, calls * this.pace.spacingMs(now)) };
  }

  private lateOf(kind: Task['kind'], league?: League): number {
    return this.lateness.get(`${kind} ${league ?? ''}`) ?? 0;
  }

  /** Once a call and not once a look: of many draws the earliest would win. */
  private drawLateness(task: Task): void {
    const league = task.kind === 'day' ? '' : task.league;
    this.lateness.set(`${task.kind} ${league}`, this.chance() * JITTER);
  }

  private nextWanted(): Task | undefined {
    for (const [league, sinceMs] of this.wanted) {
      const state = this.stateOf(league);
      const kind = KINDS.find((one) => !isFetchedFor(sinceMs, state, one));
      if (kind && !this.aside.has(league)) return { kind, league };
      this.wanted.delete(league);
    }
    return undefined;
  }

  private dueDay(asked: readonly League[], policy: PollPolicy, now: number): Task | undefined {
    const playing = asked
      .map((league) => ({
        league,
        atMs: dayDueAt(this.stateOf(league), policy, now),
      }))
      .filter(({ atMs }) => atMs !== Infinity);
    // All that play come along in the one call, also those not yet due.
    return playing.some(({ atMs }) => atMs <= now)
      ? { kind: 'day', leagues: playing.map(({ league }) => league) }
      : undefined;
  }

  private dueWhole(asked: readonly League[], policy: PollPolicy, now: number): Task | undefined {
    // Scores first, then who scored, and what takes its time anyway last.
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
        const atMs = dueAt(kind, this.stateOf(league), policy, now, this.lateOf(kind, league));
        if (atMs <= now && (!first || atMs < first.atMs)) first = { league, atMs };
      }
      if (first) return { kind, league: first.league };
    }
    return undefined;
  }

  private dueGoals(asked: readonly League[], now: number): Task | undefined {
    if (!this.provider.fetchGoals) return undefined;
    for (const league of asked) {
      const state = this.stateOf(league);
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
        const data = await this.ask(this.provider.fetchMatches(task.league, now), now);
        return this.keep(withSeason(this.stateOf(task.league), data, now), now);
      }
      case 'standings': {
        const data = await this.ask(this.provider.fetchStandings(task.league, now), now);
        return this.keep(withStandings(this.stateOf(task.league), data, now), now);
      }
      case 'scorers': {
        const data = await this.ask(this.provider.fetchScorers(task.league, now), now);
        return this.keep(withScorers(this.stateOf(task.league), data, now), now);
      }
      case 'goals':
        return this.runGoals(task.league, task.match, now);
    }
  }

  private async runDay(leagues: readonly League[], now: Date): Promise<void> {
    if (!this.provider.fetchDay) return;
    const days = await this.ask(this.provider.fetchDay(leagues, now), now);
    for (const league of leagues) {
      await this.keep(withDay(this.stateOf(league), days.get(league) ?? [], now), now);
    }
  }

  private async runGoals(league: League, match: Match, now: Date): Promise<void> {
    if (!this.provider.fetchGoals) return;
    const events = await this.ask(this.provider.fetchGoals(match, now), now);
    await this.keep(withGoals(this.stateOf(league), match, events, now), now);
  }

  /** What a call brings; what its answer says of the limits is taken over on the way. */
  private async ask<Data>(call: Promise<Fetched<Data>>, now: Date): Promise<Data> {
    const { data, rate } = await call;
    this.pace.answered(rate, now.getTime());
    this.quota = rate && { remaining: rate.remaining, at: now };
    return data;
  }

  /** Stores what a call brought, what the provider still allows, and how often it is asked. */
  private keep(snapshot: LeagueSnapshot, now: Date): Promise<void> {
    const { livePollMs } = this.policyAt(now.getTime());
    return this.shelf.store({
      ...snapshot,
      livePollMs,
      delayed: this.provider.isDelayed,
      ...(this.quota ? { quota: this.quota } : {}),
    });
  }

  private async failed(task: Task, error: ProviderError, now: Date): Promise<void> {
    const leagues = task.kind === 'day' ? task.leagues : [task.league];
    this.logger.warn({
      event: 'footballFetchFailed',
      provider: this.provider.id,
      asked: task.kind,
      leagues,
      kind: error.kind,
      detail: error.message,
    });
    if (error.kind === 'rate_limited') {
      this.pace.refused(error.retryAfterSeconds ?? 60, now.getTime());
    } else {
      this.pace.failed(now.getTime());
    }
    if (error.kind === 'invalid_key') {
      this.stopped = true;
      return this.note(this.leagues, (state) => withFailure(state, 'matches', error.kind, now));
    }
    // Of a call for many leagues nobody knows which one it was; their own calls will tell.
    if (error.kind === 'forbidden' && task.kind !== 'day') this.aside.add(task.league);
    return this.note(leagues, (state) => withFault(state, task, error.kind, now));
  }

  /** Remembers a failure beside the last good data, which stays. */
  private async note(
    leagues: readonly League[],
    noted: (state: LeagueSnapshot) => LeagueSnapshot,
  ): Promise<void> {
    for (const league of leagues) await this.shelf.store(noted(this.stateOf(league)));
  }

  private stateOf(league: League): LeagueSnapshot {
    return this.shelf.snapshotOf(league) ?? emptySnapshot(league, this.provider.id);
  }
}

/**
 * Whether a kind came, or was tried, since somebody wanted it, or came just before. Of the matches the
 * whole season counts; a refusal for too many calls does not.
 */
function isFetchedFor(sinceMs: number, state: LeagueSnapshot, kind: Kind): boolean {
  const { fetchedAt, lastTriedAt, lastError } = state[kind];
  const [came, tried] =
    kind === 'matches' ? [state.wholeAt, state.wholeTriedAt] : [fetchedAt, lastTriedAt];
  const isTried = lastError !== 'rate_limited' && (tried?.getTime() ?? -Infinity) >= sinceMs;
  return isTried || (came?.getTime() ?? -Infinity) >= sinceMs - JUST_BEFORE_MS;
}

/** A league of which this call brought nothing. */
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
      // After too many calls they are still due when calls are welcome again.
      return fault === 'rate_limited' ? state : withoutGoals(state, task.match, fault, now);
    default:
      return withFailure(state, task.kind, fault, now);
  }
}
