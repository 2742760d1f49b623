import { Injectable } from '@nestjs/common';
import type { FanSummary, PageQuery } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { requireOwner } from '../common/auth/require-owner.js';
import { Cursors } from '../common/http/cursors.js';
import { endOf, type Page } from '../common/http/page.js';
import { BlocksService } from '../people/blocks.service.js';
import { UsersService } from '../users/users.service.js';
import { StoriesRepository } from './stories.repository.js';
import { StoriesService } from './stories.service.js';

/** Page size for clients that send no `limit`. */
const UNPAGED = 200;

/** Viewers of stories, for their author. The author is not counted. */
@Injectable()
export class StoryViewersService {
  constructor(
    private readonly repository: StoriesRepository,
    private readonly stories: StoriesService,
    private readonly users: UsersService,
    private readonly blocks: BlocksService,
    private readonly cursors: Cursors,
  ) {}

  async markSeen(fan: Fan, storyId: string): Promise<void> {
    await this.repository.insertView(await this.stories.visible(fan, storyId), fan.id);
  }

  /** Lists the viewers of the fan's own story, newest first. */
  async list(fan: Fan, storyId: string, query: PageQuery): Promise<Page<FanSummary>> {
    requireOwner(fan, await this.stories.visible(fan, storyId));
    const cursorOf = `story-viewers:${storyId}`;
    const size = query.limit ?? UNPAGED;
    const after = this.cursors.decode(cursorOf, query.cursor);
    const hidden = await this.blocks.hiddenFrom(fan.id);

    const page = await this.repository.findViews(storyId, new Set([fan.id, ...hidden]), {
      after,
      size,
    });
    const fans = await this.users.summaries(page.rows.map(({ viewerId }) => viewerId));
    const last = endOf(page);
    const items = page.rows.flatMap(({ viewerId }) => fans.get(viewerId) ?? []);
    return this.cursors.toPage(cursorOf, items, last && { at: last.at, id: last._id });
  }
}
