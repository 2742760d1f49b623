import {
  type GoalCount,
  isInPlay,
  type MatchStatus,
  type TimelineEntry,
  type TimelineEntryKind,
} from '@kickoff/contracts';

import { estimateMinute } from './match-clock.js';
import type { EntryWithOrigin } from './match-entry.schema.js';
import { applyEntry, estimateClock, type TimelineState } from './timeline-state.js';

/** The state of a match at a moment, as its source states it. */
export interface Observation {
  status: MatchStatus;
  utcDate: string;
  score: GoalCount;
  /** Extra time and the shoot-out are not statuses. */
  period?: 'extra_time' | 'penalties' | undefined;
  /** The score is a decision about the match, not its goals. */
  awarded?: true | undefined;
  /** The clock, if the source states it. */
  minute?: string | undefined;
  /** Whether the source has been silent for longer than its data is fresh. */
  isLost: boolean;
  /** Last scorer by side, if the source knows. */
  scorers?: { homeTeam?: string | undefined; awayTeam?: string | undefined };
}

/** The state of a match before its first entry. */
export interface Before {
  /** The date shown last; undefined if the match was unknown. */
  utcDate: string | undefined;
}

type Clock = Pick<TimelineEntry, 'minute' | 'estimated'>;
type Side = keyof GoalCount;
const SIDES = [
  ['homeTeam', 'home'],
  ['awayTeam', 'away'],
] as const;
/** A larger difference at once is a fault of the source, and recorded as one correction. */
const MAX_GOALS = 9;
const NIL: GoalCount = { homeTeam: 0, awayTeam: 0 };

/**
 * Returns the entries that lead from the state of a timeline to the source's; none if nothing has
 * changed, so calls are idempotent.
 */
export function nextEntries(
  state: TimelineState,
  observed: Observation,
  before: Before,
  atMs: number,
): EntryWithOrigin[] {
  return new EntryBuilder(state, observed, before, atMs).build();
}

class EntryBuilder {
  private readonly entries: EntryWithOrigin[] = [];
  private readonly atMs: number;

  constructor(
    private state: TimelineState,
    private readonly observed: Observation,
    private readonly before: Before,
    atMs: number,
  ) {
    // The clocks of two instances differ.
    this.atMs = Math.max(atMs, state.atMs);
  }

  build(): EntryWithOrigin[] {
    const { isLost } = this.observed;
    if (this.state.isLost && !isLost) this.add('data_back');
    this.addDate();
    this.addKickOff();
    // Goals belong to the part of the match that is in play.
    if (this.observed.status === 'IN_PLAY') this.addStatus();
    if (!this.observed.awarded) this.addGoals();
    this.addStatus();
    this.addPeriod();
    if (!isSameScore(this.state.score, this.observed.score)) this.addCorrection();
    if (!this.state.isLost && isLost) this.add('data_lost');
    return this.entries;
  }

  private addDate(): void {
    const { utcDate, status } = this.observed;
    const known = this.state.utcDate ?? this.before.utcDate ?? utcDate;
    if (known === utcDate) return;
    const isNewStart =
      status === 'SCHEDULED' && (this.state.status !== 'SCHEDULED' || this.state.hasBegun);
    this.add('rescheduled', {
      utcDate,
      movedFrom: known,
      ...(isNewStart ? { status, ...this.scoreWhere(this.observed.score) } : {}),
    });
  }

  private addKickOff(): void {
    const { hasBegun, status, hasScore } = this.state;
    if (hasBegun || !isInPlay(this.observed)) return;
    // A match that the server first saw over or interrupted has had its kick-off.
    if (status === 'FINISHED' || (status === 'SUSPENDED' && hasScore)) return;
    const isUnknown = this.observed.score.homeTeam === null;
    this.add('kick_off', { score: isUnknown ? this.observed.score : NIL });
  }

  /** Adds each goal and each cancelled one; a changed result without goals is a correction. */
  private addGoals(): void {
    const { hasBegun, status, score } = this.state;
    const { score: observed } = this.observed;
    if (!hasBegun || !isKnown(score) || !isKnown(observed)) return;
    for (const [side, team] of SIDES) this.addCancelledGoals(side, team, observed[side]);
    if (status === 'FINISHED') return;
    const isFault = SIDES.some(([side]) => observed[side] - score[side] > MAX_GOALS);
    if (isFault) return;
    for (const [side, team] of SIDES) {
      for (let goals = score[side] + 1; goals <= observed[side]; goals += 1) {
        const name = this.observed.scorers?.[side];
        this.add('goal', {
          team,
          ...(name === undefined ? {} : { player: { name } }),
          score: { ...this.state.score, [side]: goals },
        });
      }
    }
  }

  private addCancelledGoals(side: Side, team: 'home' | 'away', until: number): void {
    for (;;) {
      const goals = this.state.score[side] ?? 0;
      const last = this.state.goals.findLast((goal) => goal.team === team);
      if (goals <= until || !last) return;
      this.add('goal_cancelled', {
        team,
        ...(last.player ? { player: last.player } : {}),
        score: { ...this.state.score, [side]: goals - 1 },
        cancels: last.seq,
      });
    }
  }

  private addStatus(): void {
    if (this.state.status === this.observed.status) return;
    const { status, score } = this.observed;
    const kind = this.kindOfStatus();
    // Goals of a match that has started are separate entries.
    const isCounted = this.state.hasBegun && isKnown(score);
    this.add(kind, {
      ...(kind === 'correction' ? { status } : {}),
      ...this.scoreWhere(isCounted ? this.state.score : score),
    });
  }

  private kindOfStatus(): TimelineEntryKind {
    const { status: from, hasBegun, parts } = this.state;
    switch (this.observed.status) {
      case 'POSTPONED':
        return 'postponed';
      case 'CANCELED':
        return 'cancelled';
      case 'SUSPENDED':
        return 'suspended';
      case 'FINISHED':
        return hasBegun ? 'full_time' : 'correction';
      case 'PAUSED':
        return hasBegun && from !== 'FINISHED' && !parts.has('half_time')
          ? 'half_time'
          : 'correction';
      case 'IN_PLAY':
        return this.kindOfPlay();
      case 'SCHEDULED':
        return 'correction';
    }
  }

  private kindOfPlay(): TimelineEntryKind {
    const { status: from, parts } = this.state;
    if (from === 'SUSPENDED') return 'resumed';
    if (from !== 'PAUSED') return 'correction';
    const { period } = this.observed;
    if (period && !parts.has(period)) return period;
    return parts.has('half_time') && !parts.has('second_half') ? 'second_half' : 'correction';
  }

  /** Adds extra time or the shoot-out if it starts without a break in the source. */
  private addPeriod(): void {
    const { period, status } = this.observed;
    if (!period || status !== 'IN_PLAY' || !this.state.hasBegun) return;
    if (!this.state.parts.has(period)) this.add(period);
  }

  private addCorrection(): void {
    this.add('correction', this.scoreWhere(this.observed.score));
  }

  private scoreWhere(score: GoalCount): Pick<TimelineEntry, 'score'> {
    const isNone = score.homeTeam === null && score.awayTeam === null;
    return this.state.hasScore || !isNone ? { score } : {};
  }

  private add(kind: TimelineEntryKind, fields: Partial<EntryWithOrigin> = {}): void {
    const entry: EntryWithOrigin = {
      seq: this.state.seq + 1,
      at: new Date(this.atMs).toISOString(),
      kind,
      ...this.clockAt(kind, fields.status ?? this.state.status),
      ...(this.state.hasScore ? { score: this.state.score } : {}),
      ...fields,
    };
    this.state = applyEntry(this.state, entry);
    this.entries.push(entry);
  }

  private clockAt(kind: TimelineEntryKind, status: MatchStatus): Clock {
    switch (kind) {
      case 'kick_off':
        return this.runningClock(this.startMinute());
      case 'second_half':
        return this.runningClock('46');
      case 'extra_time':
        return this.runningClock('91');
      case 'half_time':
        return { minute: 'HT' };
      case 'full_time':
        return { minute: 'FT' };
      case 'penalties':
        return { minute: 'PEN' };
      default:
        return this.clockOf(status);
    }
  }

  private clockOf(status: MatchStatus): Clock {
    if (status === 'FINISHED') return { minute: 'FT' };
    if (status === 'PAUSED') return { minute: 'HT' };
    if (!this.state.hasBegun || status === 'SCHEDULED') return { minute: null };
    if (this.state.parts.has('penalties')) return { minute: 'PEN' };
    return this.runningClock(estimateClock(this.state, this.atMs));
  }

  /**
   * A detected kick-off is minute 1; for a match that was unknown until now it was some time ago.
   */
  private startMinute(): string | undefined {
    const isSeen = this.before.utcDate !== undefined || this.state.seq > 0;
    const startMs = Date.parse(this.observed.utcDate);
    return isSeen ? '1' : estimateMinute({ startMs }, this.atMs);
  }

  /** The clock of the source, else this one, marked as an estimate. */
  private runningClock(minute: string | undefined): Clock {
    const stated = this.observed.minute;
    if (stated !== undefined) return { minute: stated };
    return minute === undefined ? {} : { minute, estimated: true };
  }
}

function isKnown(score: GoalCount): score is { homeTeam: number; awayTeam: number } {
  return score.homeTeam !== null && score.awayTeam !== null;
}

function isSameScore(one: GoalCount, other: GoalCount): boolean {
  return one.homeTeam === other.homeTeam && one.awayTeam === other.awayTeam;
}
