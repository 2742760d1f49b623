import { Logger } from '@nestjs/common';
import type { League, Match } from '@kickoff/contracts';

import {
  type LeagueDataProvider,
  ProviderError,
  type ProviderFault,
  type Rate,
} from '../providers/league-data-provider.js';
import { emptySnapshot, type LeagueSnapshot } from '../snapshots/league-snapshot.js';
import {
  goalsOf,
  withDay,
  withFailure,
  withGoals,
  withoutGoals,
  withScorers,
  withSeason,
  withStandings,
} from './renewed.js';
import { dayDueAt, dueAt, goalsDueAt, type Kind, type Pace } from './schedule.js';

/** Between two calls of a provider that says nothing of its limits: fewer than ten a minute. */
const UNTOLD_SPACING_MS = 6_500;

/** By up to this share of its interval each call comes later, so that not all leagues come at once. */
const JITTER = 0.1;
/** What was asked for this short a time ago is not fetched again because somebody wants it now. */
const WANTED_AGAIN_MS = 60_000;

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
  private nextCallMs = -Infinity;
  private lastWasDay = false;
  /** Leagues that somebody wants fetched now, and since when. */
  private readonly wanted = new Map<League, number>();
  private readonly pace: Pace;
  /** How much later than its interval each next call comes. */
  private readonly lateness = new Map<string, number>();

  constructor(
    private readonly provider: LeagueDataProvider,
    private readonly leagues: readonly League[],
    private readonly shelf: SnapshotShelf,
    livePollMs: number,
    /** From 0 up to, but not including, 1. */
    private readonly chance: () => number,
  ) {
    this.pace = { livePollMs, byDay: provider.fetchDay !== undefined };
  }

  /** Lets all of a league come next, whenever it was due; a league just asked for is left alone. */
  want(league: League, now: Date): void {
    if (!this.leagues.includes(league)) return;
    const { lastTriedAt } = this.stateOf(league).matches;
    const ageMs = now.getTime() - (lastTriedAt?.getTime() ?? -Infinity);
    if (ageMs >= WANTED_AGAIN_MS) this.wanted.set(league, now.getTime());
  }

  /** Makes the most urgent call, if one is due and allowed. */
  async step(now: Date): Promise<void> {
    if (this.stopped || now.getTime() < this.nextCallMs) return;
    const task = this.mostUrgent(now.getTime());
    if (!task) return;
    this.drawLateness(task);
    try {
      this.wait(now, await this.run(task, now));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      await this.failed(task, error, now);
    }
  }

  private mostUrgent(now: number): Task | undefined {
    const wanted = this.nextWanted();
    if (wanted) return wanted;
    const asked = this.leagues.filter((league) => !this.aside.has(league));
    const day = this.dueDay(asked, now);
    const whole = this.dueWhole(asked, now);
    // However often the day is due, every second call is for what else is.
    const task = this.lastWasDay ? (whole ?? day) : (day ?? whole);
    this.lastWasDay = task?.kind === 'day';
    return task;
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
      const kind = KINDS.find((one) => (state[one].lastTriedAt?.getTime() ?? -Infinity) < sinceMs);
      if (kind && !this.aside.has(league)) return { kind, league };
      this.wanted.delete(league);
    }
    return undefined;
  }

  private dueDay(asked: readonly League[], now: number): Task | undefined {
    const playing = asked
      .map((league) => ({
        league,
        atMs: dayDueAt(this.stateOf(league), this.pace, now, this.lateOf('day')),
      }))
      .filter(({ atMs }) => atMs !== Infinity);
    // All that play come along in the one call, also those not yet due.
    return playing.some(({ atMs }) => atMs <= now)
      ? { kind: 'day', leagues: playing.map(({ league }) => league) }
      : undefined;
  }

  private dueWhole(asked: readonly League[], now: number): Task | undefined {
    // Scores first, then who scored, and what takes its time anyway last.
    return (
      this.dueOf(['matches'], asked, now) ??
      this.dueGoals(asked, now) ??
      this.dueOf(['standings', 'scorers'], asked, now)
    );
  }

  private dueOf(kinds: readonly Kind[], asked: readonly League[], now: number): Task | undefined {
    for (const kind of kinds) {
      let first: { league: League; atMs: number } | undefined;
      for (const league of asked) {
        const atMs = dueAt(kind, this.stateOf(league), this.pace, now, this.lateOf(kind, league));
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

  private async run(task: Task, now: Date): Promise<Rate | undefined> {
    switch (task.kind) {
      case 'day':
        return this.runDay(task.leagues, now);
      case 'matches': {
        const { data, rate } = await this.provider.fetchMatches(task.league, now);
        await this.keep(withSeason(this.stateOf(task.league), data, now), rate, now);
        return rate;
      }
      case 'standings': {
        const { data, rate } = await this.provider.fetchStandings(task.league, now);
        await this.keep(withStandings(this.stateOf(task.league), data, now), rate, now);
        return rate;
      }
      case 'scorers': {
        const { data, rate } = await this.provider.fetchScorers(task.league, now);
        await this.keep(withScorers(this.stateOf(task.league), data, now), rate, now);
        return rate;
      }
      case 'goals':
        return this.runGoals(task.league, task.match, now);
    }
  }

  private async runDay(leagues: readonly League[], now: Date): Promise<Rate | undefined> {
    const answer = await this.provider.fetchDay?.(leagues, now);
    for (const league of leagues) {
      const day = answer?.data.get(league) ?? [];
      await this.keep(withDay(this.stateOf(league), day, now), answer?.rate, now);
    }
    return answer?.rate;
  }

  private async runGoals(league: League, match: Match, now: Date): Promise<Rate | undefined> {
    const answer = await this.provider.fetchGoals?.(match, now);
    if (!answer) return undefined;
    await this.keep(withGoals(this.stateOf(league), match, answer.data, now), answer.rate, now);
    return answer.rate;
  }

  /** Stores what a call brought, and beside it what the provider still allows. */
  private keep(snapshot: LeagueSnapshot, rate: Rate | undefined, now: Date): Promise<void> {
    const quota = rate ? { quota: { remaining: rate.remaining, at: now } } : {};
    return this.shelf.store({ ...snapshot, ...quota });
  }

  private async failed(task: Task, { kind, retryAfterSeconds, message }: ProviderError, now: Date) {
    const leagues = task.kind === 'day' ? task.leagues : [task.league];
    this.logger.warn({
      event: 'footballFetchFailed',
      provider: this.provider.id,
      asked: task.kind,
      leagues,
      kind,
      detail: message,
    });
    this.wait(now, undefined);
    switch (kind) {
      case 'invalid_key':
        this.stopped = true;
        return this.note(this.leagues, 'matches', kind, now);
      case 'rate_limited':
        this.nextCallMs = now.getTime() + (retryAfterSeconds ?? 60) * 1000;
        // The match's goals are still due when calls are welcome again.
        return task.kind === 'goals' ? undefined : this.note(leagues, partOf(task), kind, now, 0);
      default:
        if (task.kind === 'goals') {
          const state = this.stateOf(task.league);
          return this.shelf.store(withoutGoals(state, task.match, kind, now));
        }
        // Of a call for many leagues nobody knows which one it was; their own calls will tell.
        if (kind === 'forbidden' && task.kind !== 'day') this.aside.add(task.league);
        return this.note(leagues, partOf(task), kind, now);
    }
  }

  /** Remembers a failure beside the last good data, which stays. */
  private async note(
    leagues: readonly League[],
    kind: Kind,
    lastError: ProviderFault,
    now: Date,
    tries = 1,
  ): Promise<void> {
    for (const league of leagues) {
      await this.shelf.store(withFailure(this.stateOf(league), kind, lastError, now, tries));
    }
  }

  /** What the provider still allows is spread over the time until it counts anew. */
  private wait(now: Date, rate: Rate | undefined): void {
    const spacingMs = rate
      ? (rate.resetSeconds * 1000) / Math.max(rate.remaining, 1)
      : UNTOLD_SPACING_MS;
    this.nextCallMs = now.getTime() + spacingMs;
  }

  private stateOf(league: League): LeagueSnapshot {
    return this.shelf.snapshotOf(league) ?? emptySnapshot(league, this.provider.id);
  }
}

/** What of a league a call was to renew. */
function partOf({ kind }: Exclude<Task, { kind: 'goals' }>): Kind {
  return kind === 'day' ? 'matches' : kind;
}
