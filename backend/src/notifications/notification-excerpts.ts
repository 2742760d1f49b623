import { Injectable } from '@nestjs/common';
import { isBlank } from '@kickoff/contracts';

import { MutedWordsService } from '../people/muted-words/muted-words.service.js';
import { SeenMatches } from '../football/viewpoints/seen-matches.js';
import type { Notification } from './notification.schema.js';

/** In code points. */
export const EXCERPT_LENGTH = 140;

/** The excerpt that a notification shows of its subject. */
export interface Excerpt {
  text: string;
  /** Authors of the text and of its post: a reader who does not see all of them does not get it. */
  authorIds: readonly string[];
  /** Whether its content contains a word that the reader muted. */
  isMuted?: boolean;
  /** The moment of a match that it is about. */
  match?: { id: string; at: Date };
  /** Whether the reader has not seen that moment. */
  isUnseen?: boolean;
}

type SourceName = 'post' | 'comment' | 'story';

/** The feature that owns quoted texts. */
interface ExcerptSource {
  /** Finds the excerpts of those ids that exist and are not removed. */
  findExcerpts: (ids: readonly string[]) => Promise<ReadonlyMap<string, Excerpt>>;
  /** Finds all texts of these ids, in which muted words are searched. */
  findTexts: (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
}

type QuotingRow = Pick<
  Notification,
  '_id' | 'fanId' | 'kind' | 'target' | 'actors' | 'commentId' | 'excerpt'
>;

/**
 * Reads the excerpts of notifications when they are presented, with one call per source: so an
 * excerpt follows an edit of what it quotes, and disappears with it.
 */
@Injectable()
export class NotificationExcerpts {
  private readonly sources = new Map<SourceName, ExcerptSource>();

  constructor(
    private readonly mutedWords: MutedWordsService,
    private readonly seen: SeenMatches,
  ) {}

  register(name: SourceName, source: ExcerptSource): void {
    this.sources.set(name, source);
  }

  /** Finds the excerpts of these notifications, by id of the notification. */
  async find(rows: readonly QuotingRow[]): Promise<ReadonlyMap<string, Excerpt>> {
    const found = await this.readQuoted(rows, ({ findExcerpts }) => findExcerpts);
    const known = rows.flatMap((row) => {
      const excerpt = toQuoted(row) ? found.get(row._id) : toOwnExcerpt(row);
      return excerpt ? [{ row, excerpt }] : [];
    });
    const muted = await this.findMuted(known);
    const excerpts = known.map(
      async ({ row: { _id, fanId }, excerpt }): Promise<[string, Excerpt] | undefined> => {
        const isMuted = muted.has(_id);
        if (isBlank(excerpt.text) && !isMuted) return undefined;
        return [_id, { ...excerpt, isMuted, isUnseen: await this.isUnseen(fanId, excerpt) }];
      },
    );
    return new Map((await Promise.all(excerpts)).filter((entry) => entry !== undefined));
  }

  /**
   * Ids of those notifications whose quoted content is not gone, and of those that quote nothing; a
   * story without texts counts as gone.
   */
  async findExisting(rows: readonly QuotingRow[]): Promise<ReadonlySet<string>> {
    const found = await this.readQuoted(rows, ({ findExcerpts }) => findExcerpts);
    const existing = rows.filter((row) => !toQuoted(row) || found.has(row._id));
    return new Set(existing.map(({ _id }) => _id));
  }

  /** Reads what notifications quote with one call per source, by id of the notification. */
  private async readQuoted<Read>(
    rows: readonly QuotingRow[],
    readOf: (source: ExcerptSource) => (ids: string[]) => Promise<ReadonlyMap<string, Read>>,
  ): Promise<ReadonlyMap<string, Read>> {
    const idsBySource = new Map<SourceName, Set<string>>();
    for (const row of rows) {
      const quoted = toQuoted(row);
      if (!quoted) continue;
      const ids = idsBySource.get(quoted.source) ?? new Set();
      idsBySource.set(quoted.source, ids.add(quoted.id));
    }
    const read = new Map(
      await Promise.all(
        Array.from(idsBySource, async ([name, ids]) => {
          const source = this.sources.get(name);
          return [name, source && (await readOf(source)([...ids]))] as const;
        }),
      ),
    );
    return new Map(
      rows.flatMap((row) => {
        const quoted = toQuoted(row);
        const one = quoted && read.get(quoted.source)?.get(quoted.id);
        return one === undefined ? [] : [[row._id, one] as const];
      }),
    );
  }

  /**
   * Ids of those notifications whose content contains a word that their fan muted, also beyond the
   * excerpt; own content never counts as muted.
   */
  private async findMuted(
    known: readonly { row: QuotingRow; excerpt: Excerpt }[],
  ): Promise<ReadonlySet<string>> {
    const others = known.filter(({ row, excerpt }) => excerpt.authorIds[0] !== row.fanId);
    const matched = await Promise.all(
      others.map(async (one) => ({
        ...one,
        matcher: await this.mutedWords.matcherOf(one.row.fanId),
      })),
    );
    // Most fans mute no word: then no whole text is read.
    const ofMuting = matched.filter(({ matcher }) => !matcher.isEmpty);
    const texts = await this.readQuoted(
      ofMuting.map(({ row }) => row),
      ({ findTexts }) => findTexts,
    );
    const muted = ofMuting.filter(({ row, excerpt, matcher }) =>
      matcher.hides(texts.get(row._id) ?? [excerpt.text]),
    );
    return new Set(muted.map(({ row }) => row._id));
  }

  /**
   * Returns whether it is about a moment of a match after the reader's; own text is always seen.
   */
  private async isUnseen(
    fanId: string,
    { match, authorIds: [authorId] }: Excerpt,
  ): Promise<boolean> {
    if (!match || authorId === fanId) return false;
    const limit = await (await this.seen.of(fanId))?.(match.id);
    return limit !== undefined && match.at.getTime() > limit.untilMs;
  }
}

function toQuoted(row: QuotingRow): { source: SourceName; id: string } | undefined {
  const { kind, target, commentId } = row;
  if (kind === 'like' || kind === 'quote') return { source: 'post', id: target.id };
  if (kind === 'story') return { source: 'story', id: target.id };
  if (kind === 'comment' && commentId !== undefined) return { source: 'comment', id: commentId };
  return undefined;
}

/** A reply to a story exists only in its notification. */
function toOwnExcerpt({ excerpt, actors }: QuotingRow): Excerpt | undefined {
  return excerpt === undefined ? undefined : { text: excerpt, authorIds: actors };
}
