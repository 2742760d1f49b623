import type { ThreadRow } from '@kickoff/contracts';

import type { MatchVisibility } from '../football/viewpoints/match-visibility.js';
import type { LimitedMoment } from '../football/fan-moments.service.js';
import { hasBegun } from '../football/viewpoints/seen-match.js';
import type { LiveAudience, PostMoment } from '../live/live-message.js';
import type { WordMatcher } from '../people/muted-words/word-matcher.js';

/** Number of recently sent posts remembered for dedupe: the bus may redeliver one. */
const MAX_RECENT = 200;

type RowAudience = Extract<LiveAudience, { to: 'watchersOf' }>;
type PostRow = Extract<ThreadRow, { kind: 'post' }>;

/** Fans hidden from the fan, and which matches the fan sees live. */
interface WatcherVisibility {
  hidden: ReadonlySet<string>;
  matches: MatchVisibility;
}

/**
 * How far the fan sees a watched match; `untilMs` is the moment up to which rows were sent, or that
 * before the kick-off of a hidden one.
 */
export type WatchedMoment = { mode: 'live' } | { mode: 'hidden' | 'late'; untilMs: number };

/** The matches whose threads one stream of a fan watches. */
export class ThreadWatch {
  private readonly moments = new Map<string, WatchedMoment>();
  private readonly recent = new Set<string>();
  private words: WordMatcher | undefined;

  constructor(readonly fanId: string) {}

  get matchIds(): string[] {
    return [...this.moments.keys()];
  }

  /** Whether the fan sees any of the matches later than live. */
  get isLate(): boolean {
    return [...this.moments.values()].some(({ mode }) => mode === 'late');
  }

  momentIn(matchId: string): WatchedMoment | undefined {
    return this.moments.get(matchId);
  }

  setWords(words: WordMatcher): void {
    this.words = words;
  }

  /** Sets the fan's present moment; rows that were sent are not sent again. */
  setMoment(matchId: string, moment: LimitedMoment): void {
    const known = this.moments.get(matchId);
    if (moment.mode === 'live') {
      this.moments.set(matchId, { mode: 'live' });
      return;
    }
    const { mode, untilMs } = moment;
    if (mode === 'hidden') {
      this.moments.set(matchId, { mode, untilMs });
      return;
    }
    const sentMs = known?.mode === 'late' ? known.untilMs : Infinity;
    this.moments.set(matchId, { mode: 'late', untilMs: Math.min(sentMs, untilMs) });
  }

  remove(matchId: string): void {
    this.moments.delete(matchId);
  }

  /** Registers rows that were sent late, and the moment up to which all rows were sent. */
  registerSent(matchId: string, rows: readonly ThreadRow[], untilMs: number): void {
    this.moments.set(matchId, { mode: 'late', untilMs });
    for (const row of rows) if (row.kind === 'post') this.recent.add(row.post._id);
    for (const oldest of this.recent) {
      if (this.recent.size <= MAX_RECENT) return;
      this.recent.delete(oldest);
    }
  }

  /** Returns a published row as the fan sees it; undefined if it is not visible, or not yet. */
  toShown(
    row: ThreadRow,
    audience: RowAudience,
    visibility: WatcherVisibility,
  ): ThreadRow | undefined {
    const { matchId, atMs, fanId, among } = audience;
    if (!this.hasReached(matchId, atMs)) return undefined;
    if (among && !among.includes(this.fanId)) return undefined;
    if (fanId !== undefined && visibility.hidden.has(fanId)) return undefined;
    const isOwn = fanId === this.fanId;
    // A match may start before its date.
    if (!isOwn && this.isHidden(matchId) && isAfterKickOff(row)) return undefined;
    if (row.kind === 'entry') return row;
    if (!isOwn && (this.recent.has(row.post._id) || this.isMuted(row, audience))) return undefined;
    return this.isQuoteVisible(row, audience, visibility)
      ? row
      : { ...row, post: { ...row.post, quote: { gone: true } } };
  }

  private isMuted({ post }: PostRow, { quotedTexts = [] }: RowAudience): boolean {
    return this.words?.hides([...textsOf(post), ...quotedTexts]) ?? false;
  }

  private isQuoteVisible(
    { post: { quote } }: PostRow,
    { quoted }: RowAudience,
    { hidden, matches }: WatcherVisibility,
  ): boolean {
    if (!quote || !('user' in quote)) return true;
    const authorId = quote.user._id;
    return !hidden.has(authorId) && (!quoted || this.sees(quoted, authorId, matches));
  }

  /** Whether the fan sees the moment of a quoted post; own posts always count as seen. */
  private sees(
    { id, atMs, among }: PostMoment,
    authorId: string,
    matches: MatchVisibility,
  ): boolean {
    if (among && !among.includes(this.fanId)) return false;
    return authorId === this.fanId || this.hasReached(id, atMs) || matches.isLive(id) === true;
  }

  private isHidden(matchId: string): boolean {
    return this.moments.get(matchId)?.mode === 'hidden';
  }

  private hasReached(matchId: string, atMs: number): boolean {
    const moment = this.moments.get(matchId);
    if (!moment) return false;
    return moment.mode === 'live' || atMs <= moment.untilMs;
  }
}

function isAfterKickOff(row: ThreadRow): boolean {
  return row.kind === 'entry' ? hasBegun(row.entry) : row.minute !== null;
}

/** Returns all texts of a post but its quote, for the search of muted words. */
function textsOf({ text, alt = '', poll }: PostRow['post']): string[] {
  return [text, alt, ...(poll?.options.map((option) => option.text) ?? [])];
}
