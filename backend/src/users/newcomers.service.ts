import { Injectable } from '@nestjs/common';
import { isBlank } from '@kickoff/contracts';

import { NotFound } from '../common/errors/coded-errors.js';
import { NewcomersRepository } from './newcomers.repository.js';

/** The stored state of a newcomer's first steps. */
export interface StoredSteps {
  hasTeam: boolean;
  friendsCount: number;
  /** Posts that exist now. */
  postsCount: number;
  /** Stored permanently, even if the post is deleted later. */
  hasPosted: boolean;
  isDone: boolean;
}

/** Stores newcomers' first steps in the fan's row. */
@Injectable()
export class NewcomersService {
  constructor(private readonly repository: NewcomersRepository) {}

  async stepsOf(id: string): Promise<StoredSteps> {
    const fan = await this.repository.find(id);
    if (!fan) throw new NotFound('fan');
    const { fav_team1, counts, firstSteps = {} } = fan;
    return {
      hasTeam: !isBlank(fav_team1),
      friendsCount: counts.friends,
      postsCount: counts.posts,
      hasPosted: firstSteps.posted === true,
      isDone: firstSteps.done === true,
    };
  }

  /** Stores steps permanently; idempotent. */
  mark(id: string, steps: readonly ('posted' | 'done')[]): Promise<void> {
    return this.repository.mark(id, steps);
  }

  async chooseTeam(id: string, team: string): Promise<void> {
    if (!(await this.repository.setTeam(id, team))) throw new NotFound('fan');
  }
}
