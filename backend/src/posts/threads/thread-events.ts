import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Post } from '@kickoff/contracts';

import {
  type GrownTimeline,
  TimelineChangeDetector,
} from '../../football/timelines/timeline-change-detector.js';
import { LiveService } from '../../live/live.service.js';
import type { PostDocument } from '../post.schema.js';
import { RehearsalPosts } from './rehearsal-posts.js';
import { toEntryRow, toPostRow } from './thread.view.js';

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

  /** @param answer the post as its author sees it, which nobody has liked or saved yet */
  async posted(answer: Post, { match, authorId }: PostDocument): Promise<void> {
    if (!match) return;
    const { id: matchId, at, rehearsal } = match;
    const among = rehearsal === undefined ? {} : { among: await this.rehearsals.fansOf(rehearsal) };
    await this.live.publish(
      'thread.row',
      { matchId, row: toPostRow(answer, at.getTime()) },
      { to: 'watchersOf', matchId, atMs: at.getTime(), fanId: authorId, ...among },
    );
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
