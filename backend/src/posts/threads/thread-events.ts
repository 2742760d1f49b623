import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Post } from '@kickoff/contracts';

import {
  type GrownTimeline,
  TimelineChangeDetector,
} from '../../football/timelines/timeline-change-detector.js';
import { LiveService } from '../../live/live.service.js';
import type { PostMoment } from '../../live/live-message.js';
import type { PostDocument } from '../post.schema.js';
import type { QuotedTexts } from '../post-texts.js';
import { RehearsalPosts } from './rehearsal-posts.js';
import { toEntryRow, toPostRow } from './thread.view.js';

type AboutMatch = NonNullable<PostDocument['match']>;

/** Publishes new rows of threads to the streams that watch their match, without reading anything. */
@Injectable()
export class ThreadEvents implements OnModuleInit {
  constructor(
    private readonly timelines: TimelineChangeDetector,
    private readonly live: LiveService,
    private readonly rehearsals: RehearsalPosts,
  ) {}

  onModuleInit(): void {
    this.timelines.changes.on('grown', (timeline) => void this.publishEntries(timeline));
  }

  /**
   * @param answer the post with its whole quote, which nobody has liked or saved yet
   * @param quoted the post that it quotes
   */
  async posted(
    answer: Post,
    { match, authorId }: PostDocument,
    quoted?: QuotedTexts & Pick<PostDocument, 'match'>,
  ): Promise<void> {
    if (!match) return;
    const { id: matchId, atMs, among } = await this.toMoment(match);
    const quotedMoment = quoted?.match && (await this.toMoment(quoted.match));
    await this.live.publish(
      'thread.row',
      { matchId, row: toPostRow(answer, atMs) },
      {
        to: 'watchersOf',
        matchId,
        atMs,
        fanId: authorId,
        ...(among ? { among } : {}),
        ...(quotedMoment ? { quoted: quotedMoment } : {}),
        // The row has only the beginning of a long quote.
        ...(quoted ? { quotedTexts: [quoted.text, quoted.alt ?? ''] } : {}),
      },
    );
  }

  /** Returns the moment that a post is about, of a rehearsal with its fans. */
  private async toMoment({ id, at, rehearsal }: AboutMatch): Promise<PostMoment> {
    const moment = { id, atMs: at.getTime() };
    if (rehearsal === undefined) return moment;
    return { ...moment, among: await this.rehearsals.fansOf(rehearsal) };
  }

  private async publishEntries({ matchId, entries, fanIds }: GrownTimeline): Promise<void> {
    const among = fanIds ? { among: fanIds } : {};
    for (const entry of entries) {
      await this.live.publish(
        'thread.row',
        { matchId, row: toEntryRow(entry) },
        { to: 'watchersOf', matchId, atMs: Date.parse(entry.at), ...among },
        `${matchId} ${entry.seq}`,
      );
    }
  }
}
