import { Injectable } from '@nestjs/common';
import type { FanSummary, PageQuery } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Cursors } from '../common/http/cursors.js';
import type { Page } from '../common/http/page.js';
import { UsersService } from '../users/users.service.js';
import { FanRelationsRepository } from './fan-relations.repository.js';

/** Page size for clients that send no `limit`. */
const DEFAULT_LIMIT = 200;

/** Lists the fans that a fan blocks or mutes. */
@Injectable()
export class RestrictedFansService {
  constructor(
    private readonly repository: FanRelationsRepository,
    private readonly users: UsersService,
    private readonly cursors: Cursors,
  ) {}

  /** Returns a page, newest first. */
  async page(fan: Fan, kind: 'block' | 'mute', query: PageQuery): Promise<Page<FanSummary>> {
    const list = `${kind}:${fan.id}`;
    const size = query.limit ?? DEFAULT_LIMIT;
    const after = this.cursors.decode(list, query.cursor);

    // One more than the page size shows whether there is a next page.
    const found = await this.repository.findPage(fan.id, kind, size + 1, after);
    const rows = found.slice(0, size);
    const fans = await this.users.summaries(rows.map((row) => row.otherId));
    const items = rows.flatMap((row) => fans.get(row.otherId) ?? []);
    const last = found.length > size ? rows.at(-1) : undefined;
    const position = last && { at: last.createdAt, id: last.otherId };
    return this.cursors.toPage(list, items, position);
  }
}
