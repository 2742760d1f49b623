import { Injectable } from '@nestjs/common';
import type { PageQuery, Story } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { InvalidInput } from '../common/errors/coded-errors.js';
import { Cursors, type Position } from '../common/http/cursors.js';
import { cutPage, type Page, type PageRows } from '../common/http/page.js';
import { BlocksService } from '../people/blocks.service.js';
import { FollowsService } from '../people/follows.service.js';
import { MutedStories } from './muted-stories.js';
import { endingOf, StoriesRepository, type StoryVisibility } from './stories.repository.js';
import type { StoryDocument } from './story.schema.js';
import { StoryPresenter } from './story-presenter.js';

/** Page size for clients that send no `limit`. */
const UNPAGED = 200;

/** Stories of the fan and of followed fans first, everyone else's after them. */
type Part = 'near' | 'others';
interface Place {
  part: Part;
  after?: Position;
}

/** A page, and the part of the list in which it ended. */
interface StoryRows extends PageRows<StoryDocument> {
  endsIn: Part;
}

/** Prefix of a cursor that names its part; each part signs its own cursors. */
const LETTERS: Record<Part, string> = { near: 'n', others: 'o' };
const PARTS: readonly Part[] = ['near', 'others'];
const listOf = (part: Part) => `stories:${part}`;

/** Lists live stories for a fan, page by page. */
@Injectable()
export class StoryStripService {
  constructor(
    private readonly repository: StoriesRepository,
    private readonly follows: FollowsService,
    private readonly blocks: BlocksService,
    private readonly presenter: StoryPresenter,
    private readonly muted: MutedStories,
    private readonly cursors: Cursors,
  ) {}

  async list(fan: Fan, query: PageQuery): Promise<Page<Story>> {
    const size = query.limit ?? UNPAGED;
    const place = this.positionAt(query.cursor);
    const [followed, hidden, isMuted] = await Promise.all([
      this.follows.followedBy(fan.id),
      this.blocks.hiddenFrom(fan.id),
      this.muted.of(fan.id),
    ]);
    const near = [fan.id, ...followed].filter((id) => !hidden.has(id));

    const isVisible = (story: StoryDocument) => !hidden.has(story.authorId) && !isMuted?.(story);
    const page = await this.find(place, near, { isVisible, areNearVisible: !isMuted }, size);
    const { items, last } = cutPage(await this.presenter.present(fan.id, page.rows), page);
    return { items, ...(last ? { next: this.cursorAfter(last, page, near) } : {}) };
  }

  private async find(
    { part, after }: Place,
    near: readonly string[],
    { isVisible, areNearVisible }: StoryVisibility,
    size: number,
  ): Promise<StoryRows> {
    const known =
      part === 'near'
        ? await this.repository.findVisibleOf(near, { isVisible, areNearVisible }, { after, size })
        : { rows: [], hasMore: false };
    if (known.hasMore) return { ...known, endsIn: 'near' };
    const apart = new Set(near);
    const others = await this.repository.findNewestVisible(
      (story) => !apart.has(story.authorId) && isVisible(story),
      { after: part === 'others' ? after : undefined, size: size - known.rows.length },
    );
    return { ...others, rows: [...known.rows, ...others.rows], endsIn: 'others' };
  }

  private positionAt(cursor: string | undefined): Place {
    if (cursor === undefined) return { part: 'near' };
    const part = PARTS.find((one) => cursor.startsWith(LETTERS[one]));
    if (!part) throw new InvalidInput('cursor is not valid');
    return { part, after: this.cursors.decode(listOf(part), cursor.slice(1)) };
  }

  private cursorAfter(
    last: { _id: string },
    { rows, end, endsIn }: StoryRows,
    near: readonly string[],
  ): string {
    const shown = rows.find(({ _id }) => _id === last._id);
    const story = shown ?? end;
    if (!story) throw new Error('A page ends at none of its stories');
    const shownIn = shown && near.includes(shown.authorId) ? 'near' : 'others';
    const part = shown ? shownIn : endsIn;
    return `${LETTERS[part]}${this.cursors.encode(listOf(part), endingOf(story))}`;
  }
}
