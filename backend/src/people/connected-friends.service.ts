import { Injectable } from '@nestjs/common';
import type { ConnectedFriend, FanSummary, PageQuery } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Cursors } from '../common/http/cursors.js';
import type { Page } from '../common/http/page.js';
import { UsersService } from '../users/users.service.js';
import { type FollowedRow, FollowsRepository } from './follows.repository.js';
import { KeptMarks } from './kept-marks.js';

/** What the list answers to a client that knows no paging. */
const UNPAGED = 200;

/** Shows those whom a fan follows, by name; without those whom a block keeps apart. */
@Injectable()
export class ConnectedFriendsService {
  constructor(
    private readonly repository: FollowsRepository,
    private readonly marks: KeptMarks,
    private readonly users: UsersService,
    private readonly cursors: Cursors,
  ) {}

  /** Newest first, page by page. */
  async page(fan: Fan, query: PageQuery): Promise<Page<ConnectedFriend>> {
    const list = `connected:${fan.id}`;
    const size = query.limit ?? UNPAGED;
    const after = query.cursor === undefined ? undefined : this.cursors.decode(list, query.cursor);

    // One more than asked for tells whether there is a next page.
    const found = await this.repository.findFollowed(fan.id, size + 1, after);
    const rows = found.slice(0, size);
    const [friends, followers] = await Promise.all([
      this.named(fan.id, rows),
      this.repository.findFollowersAmong(
        fan.id,
        rows.map((row) => row.followedId),
      ),
    ]);
    const last = rows.at(-1);
    return {
      items: friends.map((friend) => ({ ...friend, followsBack: followers.has(friend._id) })),
      ...(found.length > size && last
        ? {
            next: this.cursors.encode(list, {
              at: last.createdAt,
              id: last.followedId.toString(),
            }),
          }
        : {}),
    };
  }

  /** The newest of them. */
  async newest(fanId: string, size: number): Promise<FanSummary[]> {
    return this.named(fanId, await this.repository.findFollowed(fanId, size));
  }

  private async named(fanId: string, rows: readonly FollowedRow[]): Promise<FanSummary[]> {
    const [fans, { separated }] = await Promise.all([
      this.users.summaries(rows.map((row) => row.followedId)),
      this.marks.of(fanId),
    ]);
    return rows.flatMap((row) => {
      const id = row.followedId.toString();
      return separated.has(id) ? [] : (fans.get(id) ?? []);
    });
  }
}
