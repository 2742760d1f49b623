import { Injectable } from '@nestjs/common';
import { codePointLength, type FoundFan, SEARCH_LENGTH } from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
import { UsersService } from '../users/users.service.js';
import { FollowsRepository } from './follows.repository.js';
import { KeptMarks } from './kept-marks.js';

/** As many as the list under a search box shows. */
const MOST_FOUND = 10;

/** Finds fans by the beginning of their names, without those who are hidden from the reader. */
@Injectable()
export class SearchService {
  constructor(
    private readonly follows: FollowsRepository,
    private readonly marks: KeptMarks,
    private readonly users: UsersService,
  ) {}

  /** At most 10; a text that is too short finds nobody. */
  async search(fan: Fan, q: string): Promise<FoundFan[]> {
    const text = q.trim();
    if (codePointLength(text) < SEARCH_LENGTH.min) return [];
    const { hidden } = await this.marks.of(fan.id);
    const found = await this.users.search(text, hidden, MOST_FOUND);
    if (found.length === 0) return [];
    const followed = await this.follows.findFollowedAmong(
      fan.id,
      found.map(({ _id }) => new Types.ObjectId(_id)),
    );
    return found.map((other) => ({ ...other, following: followed.has(other._id) }));
  }
}
