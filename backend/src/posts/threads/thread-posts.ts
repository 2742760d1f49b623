import { Injectable } from '@nestjs/common';

import type { Fan } from '../../common/auth/audience.js';
import { Conflict, NotFound } from '../../common/errors/coded-errors.js';
import { Clock } from '../../common/time/clock.js';
import { FanFootballService } from '../../football/fan-football.service.js';
import type { PostDocument } from '../post.schema.js';
import { PostsRepository } from '../posts.repository.js';
import { type AuthorMoment, momentOfAuthor } from './seen-moment.js';
import { ThreadWindowsService } from './thread-windows.service.js';

/** Decides which threads are open to a fan's post, and at which moment of the match it is made. */
@Injectable()
export class ThreadPosts {
  constructor(
    private readonly football: FanFootballService,
    private readonly posts: PostsRepository,
    private readonly windows: ThreadWindowsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the match of a new post with the moment that its author sees; undefined for an empty
   * id.
   *
   * @throws NotFound for a match that does not exist for this fan
   * @throws Conflict if its thread is closed to the fan
   */
  async requireOpen(fan: Fan, matchId: string): Promise<PostDocument['match']> {
    if (matchId === '') return undefined;
    const seen = await this.football.see(fan, matchId);
    const { match } = seen;
    const now = this.clock.now();
    const { state, opensAt } = await this.windows.find(seen);
    if (state === 'before') throw new Conflict(`This thread opens at ${formatTime(opensAt)}`);
    if (match.shielded) throw new Conflict('Reveal the match to post in its thread');
    if (state === 'closed') throw new Conflict('This thread is closed');
    const { id, league, homeTeam, awayTeam, rehearsal } = match;
    return {
      id,
      league,
      homeTeam,
      awayTeam,
      ...momentOfAuthor(seen, now),
      ...(rehearsal === undefined ? {} : { rehearsal }),
    };
  }

  /**
   * Returns the moment to which an edit moves a post; undefined without a match, and if the author
   * sees nothing of the match.
   */
  async findMoment(fan: Fan, postId: string): Promise<AuthorMoment | undefined> {
    const matchId = await this.posts.findMatchId(postId);
    if (matchId === undefined) return undefined;
    try {
      const seen = await this.football.see(fan, matchId);
      return seen.moment.mode === 'hidden' ? undefined : momentOfAuthor(seen, this.clock.now());
    } catch (error) {
      // The match no longer exists: a removed rehearsal or a former season.
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}

/** Formats a time as `2026-12-05 18:30 UTC`. */
function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
