import { Injectable } from '@nestjs/common';
import type { ChosenTeam, FirstSteps, TeamChoice } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { InvalidInput } from '../common/errors/coded-errors.js';
import { FootballService } from '../football/football.service.js';
import { CommentsService } from '../posts/comments/comments.service.js';
import { NewcomersService } from '../users/newcomers.service.js';

/** Number of follows at which a feed is filled. */
const WANTED_FOLLOWS = 3;

/**
 * A newcomer's first steps. They are done permanently once all of them were complete, or dismissed.
 */
@Injectable()
export class FirstStepsService {
  constructor(
    private readonly newcomers: NewcomersService,
    private readonly comments: CommentsService,
    private readonly football: FootballService,
  ) {}

  /**
   * Returns the steps and stores completed ones: a later deletion or unfollow does not undo them.
   */
  async get(fan: Fan): Promise<FirstSteps> {
    const stored = await this.newcomers.stepsOf(fan.id);
    const { hasTeam: team, hasPosted, isDone } = stored;
    const follows = Math.min(WANTED_FOLLOWS, stored.friendsCount);
    const post = hasPosted || stored.postsCount > 0 || (await this.comments.hasAnyOf(fan.id));
    const done = isDone || (team && follows === WANTED_FOLLOWS && post);
    const reached = [
      ...(post && !hasPosted ? (['posted'] as const) : []),
      ...(done && !isDone ? (['done'] as const) : []),
    ];
    if (reached.length > 0) await this.newcomers.mark(fan.id, reached);
    return { team, follows, post, done };
  }

  dismiss(fan: Fan): Promise<void> {
    return this.newcomers.mark(fan.id, ['done']);
  }

  async chooseTeam(fan: Fan, { teamId }: TeamChoice): Promise<ChosenTeam> {
    const team = await this.football.findTeam(teamId);
    if (!team) throw InvalidInput.in('teamId', 'There is no such team');
    await this.newcomers.chooseTeam(fan.id, team.name);
    return { fav_team1: team.name };
  }
}
