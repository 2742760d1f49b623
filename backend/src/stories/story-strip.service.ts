import { Injectable } from '@nestjs/common';
import type { PageQuery, Story } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
import { Cursors, type Position } from '../common/http/cursors.js';
import { cutPage, type Page, type PageRows } from '../common/http/page.js';
import { BlocksService } from '../people/blocks.service.js';
import { FollowsService } from '../people/follows.service.js';
import { endingOf, StoriesRepository } from './stories.repository.js';
import type { StoryDocument } from './story.schema.js';
import { StoryAnswers } from './story-answers.js';

/** What the list answers to a client that knows no paging. */
const UNPAGED = 200;

/** Own and followed fans' stories come first, everyone else's after them. */
type Part = 'near' | 'others';
interface Place {
  part: Part;
  after?: Position;
}

/** The letter before a cursor names its part; each part signs its own cursors. */
const LETTERS: Record<Part, string> = { near: 'n', others: 'o' };
const listOf = (part: Part) => `stories:${part}`;

/** Owns the order in which a fan is shown the living stories, page by page. */
@Injectable()
export class StoryStripService {
  constructor(
    private readonly repository: StoriesRepository,
    private readonly follows: FollowsService,
    private readonly blocks: BlocksService,
    private readonly answers: StoryAnswers,
    private readonly cursors: Cursors,
  ) {}

  async list(fan: Fan, query: PageQuery): Promise<Page<Story>> {
    const size = query.limit ?? UNPAGED;
    const place = this.placeAt(query.cursor);
    const [followed, hidden] = await Promise.all([
      this.follows.followedBy(fan.id),
      this.blocks.hiddenFrom(fan.id),
    ]);
    const near = [fan.id, ...followed].filter((id) => !hidden.has(id));

    const page = await this.find(place, near, hidden, size);
    const { items, last } = cutPage(await this.answers.of(fan.id, page.rows), page);
    return { items, ...(last ? { next: this.cursorAfter(last, page, near) } : {}) };
  }

  private async find(
    { part, after }: Place,
    near: readonly string[],
    hidden: ReadonlySet<string>,
    size: number,
  ): Promise<PageRows<StoryDocument>> {
    // One more than asked for says whether there is a next page.
    const known =
      part === 'near' ? await this.repository.findNewestOf(near, { after, size: size + 1 }) : [];
    if (known.length > size) return { rows: known.slice(0, size), hasMore: true };
    const apart = new Set(near);
    const others = await this.repository.findNewestVisible(
      (id) => !apart.has(id) && !hidden.has(id),
      { after: part === 'others' ? after : undefined, size: size - known.length },
    );
    return { ...others, rows: [...known, ...others.rows] };
  }

  private placeAt(cursor: string | undefined): Place {
    if (cursor === undefined) return { part: 'near' };
    const part = cursor.startsWith(LETTERS.others) ? 'others' : 'near';
    return { part, after: this.cursors.decode(listOf(part), cursor.slice(1)) };
  }

  private cursorAfter(
    last: { _id: string | Types.ObjectId },
    { rows, end }: PageRows<StoryDocument>,
    near: readonly string[],
  ): string {
    const id = last._id.toString();
    const shown = rows.find((story) => story._id.toString() === id);
    const story = shown ?? end;
    if (!story) throw new Error('A page ends at none of its stories');
    // What was looked at and not shown was looked for among the others.
    const part = shown && near.includes(shown.authorId.toString()) ? 'near' : 'others';
    return `${LETTERS[part]}${this.cursors.encode(listOf(part), endingOf(story))}`;
  }
}
