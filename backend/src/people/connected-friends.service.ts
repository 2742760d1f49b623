import { Injectable } from '@nestjs/common';
import type { ConnectedFriend, FanSummary, PageQuery } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Cursors } from '../common/http/cursors.js';
import type { Page } from '../common/http/page.js';
import { UsersService } from '../users/users.service.js';
import { type FollowedRow, FollowsRepository } from './follows.repository.js';
import { BlockCache } from './block-cache.js';

/** Page size for clients that send no `limit`. */
const DEFAULT_LIMIT = 200;

/** Lists followed fans without blocked ones. */
@Injectable()
export class ConnectedFriendsService {
  constructor(
    private readonly repository: FollowsRepository,
    private readonly blocks: BlockCache,
    private readonly users: UsersService,
    private readonly cursors: Cursors,
  ) {}

  /** Returns a page, newest first. */
  async page(fan: Fan, query: PageQuery): Promise<Page<ConnectedFriend>> {
    const list = `connected:${fan.id}`;
    const size = query.limit ?? DEFAULT_LIMIT;
    const after = this.cursors.decode(list, query.cursor);

    // One more than the page size shows whether there is a next page.
    const found = await this.repository.findFollowed(fan.id, size + 1, after);
    const rows = found.slice(0, size);
    const [friends, followers] = await Promise.all([
      this.toSummaries(fan.id, rows),
      this.repository.findFollowersAmong(
        fan.id,
        rows.map((row) => row.followedId),
      ),
    ]);
    const items = friends.map((friend) => ({ ...friend, followsBack: followers.has(friend._id) }));
    const last = found.length > size ? rows.at(-1) : undefined;
    const position = last && { at: last.createdAt, id: last.followedId };
    return this.cursors.toPage(list, items, position);
  }

  /** Returns the newest followed fans. */
  async newest(fanId: string, size: number): Promise<FanSummary[]> {
    return this.toSummaries(fanId, await this.repository.findFollowed(fanId, size));
  }

  private async toSummaries(fanId: string, rows: readonly FollowedRow[]): Promise<FanSummary[]> {
    const [fans, { blocked }] = await Promise.all([
      this.users.summaries(rows.map((row) => row.followedId)),
      this.blocks.get(fanId),
    ]);
    return rows.flatMap(({ followedId: id }) => (blocked.has(id) ? [] : (fans.get(id) ?? [])));
  }
}
