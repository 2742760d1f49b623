import { Injectable } from '@nestjs/common';
import type { PageQuery, Story as StoryAnswer } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Cursors, type Position } from '../common/http/cursors.js';
import { cutPage, type Page } from '../common/http/page.js';
import { BlocksService } from '../people/blocks.service.js';
import { FollowsService } from '../people/follows.service.js';
import { StoriesRepository } from './stories.repository.js';
import type { Story } from './story.schema.js';
import { StoryAnswers } from './story-answers.js';

/** What the list answers to a client that knows no paging. */
const UNPAGED = 200;

/** Own and followed fans' stories come first, everyone else's after them. */
type Part = 'near' | 'others';
interface Place {
  part: Part;
  after?: Position;
}

/** The letter before a cursor tells its part; each part signs for itself. */
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

  async list(fan: Fan, query: PageQuery): Promise<Page<StoryAnswer>> {
    const size = query.limit ?? UNPAGED;
    const place = this.placeAt(query.cursor);
    const [followed, hidden] = await Promise.all([
      this.follows.followedBy(fan.id),
      this.blocks.hiddenFrom(fan.id),
    ]);
    const near = [fan.id, ...followed].filter((id) => !hidden.has(id));

    // One more than asked for tells whether there is a next page.
    const found = await this.find(place, near, hidden, size + 1);
    const stories = found.slice(0, size);
    const page = { rows: stories, hasMore: found.length > size };
    const { items, last } = cutPage(await this.answers.of(fan.id, stories), page);
    const lastStory = last && stories.find(({ _id }) => _id.toString() === last._id.toString());
    return {
      items,
      ...(lastStory ? { next: this.cursorAfter(lastStory, near) } : {}),
    };
  }

  private async find(
    { part, after }: Place,
    near: readonly string[],
    hidden: ReadonlySet<string>,
    size: number,
  ): Promise<Story[]> {
    const known = part === 'near' ? await this.repository.findNewestOf(near, { after, size }) : [];
    if (known.length === size) return known;
    const others = await this.repository.findNewestNotOf([...near, ...hidden], {
      after: part === 'others' ? after : undefined,
      size: size - known.length,
    });
    return [...known, ...others];
  }

  private placeAt(cursor: string | undefined): Place {
    if (cursor === undefined) return { part: 'near' };
    const part = cursor.startsWith(LETTERS.others) ? 'others' : 'near';
    return { part, after: this.cursors.decode(listOf(part), cursor.slice(1)) };
  }

  private cursorAfter({ authorId, expiresAt, _id }: Story, near: readonly string[]): string {
    const part = near.includes(authorId.toString()) ? 'near' : 'others';
    const position = { at: expiresAt, id: _id.toString() };
    return `${LETTERS[part]}${this.cursors.encode(listOf(part), position)}`;
  }
}
