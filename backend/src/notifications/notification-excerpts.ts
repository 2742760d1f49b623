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
  /** Whether it contains a word that the reader muted. */
  isMuted?: boolean;
  /** The moment of a match that it is about. */
  match?: { id: string; at: Date };
  /** Whether the reader has not seen that moment. */
  isUnseen?: boolean;
}

type SourceName = 'post' | 'comment' | 'story';

/** Finds the excerpts of those ids that exist and are not removed. */
export type ExcerptSource = (ids: readonly string[]) => Promise<ReadonlyMap<string, Excerpt>>;

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

  /** Registers the feature that owns the quoted texts. */
  register(name: SourceName, source: ExcerptSource): void {
    this.sources.set(name, source);
  }

  /** Finds the excerpts of these notifications, by id of the notification. */
  async find(rows: readonly QuotingRow[]): Promise<ReadonlyMap<string, Excerpt>> {
    const idsBySource = new Map<SourceName, Set<string>>();
    for (const row of rows) {
      const quoted = toQuoted(row);
      if (!quoted) continue;
      const ids = idsBySource.get(quoted.source) ?? new Set();
      idsBySource.set(quoted.source, ids.add(quoted.id));
    }
    const found = new Map(
      await Promise.all(
        Array.from(idsBySource, async ([name, ids]) => {
          const source = this.sources.get(name);
          return [name, await source?.([...ids])] as const;
        }),
      ),
    );
    const excerpts = rows.map(async (row): Promise<[string, Excerpt] | undefined> => {
      const quoted = toQuoted(row);
      const excerpt = quoted ? found.get(quoted.source)?.get(quoted.id) : toOwnExcerpt(row);
      if (!excerpt || isBlank(excerpt.text)) return undefined;
      const { fanId } = row;
      const isMuted = await this.isMuted(fanId, excerpt);
      const isUnseen = await this.isUnseen(fanId, excerpt);
      return [row._id, { ...excerpt, isMuted, isUnseen }];
    });
    return new Map((await Promise.all(excerpts)).filter((entry) => entry !== undefined));
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

  /** Returns whether it contains a word that the reader muted; own text never counts as muted. */
  private async isMuted(fanId: string, { text, authorIds: [authorId] }: Excerpt): Promise<boolean> {
    return authorId !== fanId && (await this.mutedWords.matcherOf(fanId)).hides([text]);
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
