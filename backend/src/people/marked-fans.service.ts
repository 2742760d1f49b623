import { Injectable } from '@nestjs/common';
import type { FanSummary, PageQuery } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Cursors } from '../common/http/cursors.js';
import type { Page } from '../common/http/page.js';
import { UsersService } from '../users/users.service.js';
import { FanMarksRepository } from './fan-marks.repository.js';

/** What a list answers to a client that knows no paging. */
const UNPAGED = 200;

/** Shows a fan whom they block or mute, so that it can be taken back. */
@Injectable()
export class MarkedFansService {
  constructor(
    private readonly repository: FanMarksRepository,
    private readonly users: UsersService,
    private readonly cursors: Cursors,
  ) {}

  /** Newest first, page by page. */
  async page(fan: Fan, kind: 'block' | 'mute', query: PageQuery): Promise<Page<FanSummary>> {
    const list = `${kind}:${fan.id}`;
    const size = query.limit ?? UNPAGED;
    const after = query.cursor === undefined ? undefined : this.cursors.decode(list, query.cursor);

    // One more than asked for tells whether there is a next page.
    const found = await this.repository.findPage(fan.id, kind, size + 1, after);
    const rows = found.slice(0, size);
    const fans = await this.users.summaries(rows.map((row) => row.otherId));
    const last = rows.at(-1);
    return {
      items: rows.flatMap((row) => fans.get(row.otherId.toString()) ?? []),
      ...(found.length > size && last
        ? { next: this.cursors.encode(list, { at: last.createdAt, id: last.otherId.toString() }) }
        : {}),
    };
  }
}
