import { LeagueData, type Match, type Viewpoint } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { LIVE, type Moment } from '../../src/football/viewpoints/moment.js';
import { as, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';
import { Sights } from './sights.js';

type Post = { _id: string };

/** How far fans see one match, set by the test instead of stored viewpoints. */
export class MatchSights {
  private readonly sights: Sights;

  private constructor(
    private readonly kickoff: KickOff,
    readonly match: Match,
  ) {
    this.sights = new Sights(kickoff);
  }

  /** Uses a match of the demo season, which all fans see live at first. */
  static async open(kickoff: KickOff, by: Caller): Promise<MatchSights> {
    const answer = await as(kickoff, by).get('/api/football?league=premier_league').expect(200);
    const match = LeagueData.parse(answer.body).matches.find(({ status }) => status === 'FINISHED');
    if (!match) throw new Error('No match of the demo season is over');
    return new MatchSights(kickoff, match);
  }

  /** Sets how far a fan sees the match, in minutes after its kick-off. */
  see(fan: Caller, mode: 'delayed' | 'replay', minutes: number): void {
    this.seeUntil(fan, mode, this.at(minutes));
  }

  /** Sets how far a fan sees the match, as a time. */
  seeUntil(fan: Caller, mode: 'delayed' | 'replay', until: Date): void {
    this.set(fan, { mode, untilMs: until.getTime(), viewpoint: this.viewpoint(mode) });
  }

  hide(fan: Caller): void {
    this.set(fan, { mode: 'hidden', viewpoint: this.viewpoint('hidden') });
  }

  seeLive(fan: Caller): void {
    this.sights.clear(fan);
  }

  seeAllLive(): void {
    this.sights.clearAll();
  }

  /** The time this many minutes after the kick-off. */
  at(minutes: number): Date {
    return new Date(Date.parse(this.match.utcDate) + minutes * 60_000);
  }

  /** Makes a post one about the match, at this many minutes after its kick-off. */
  async setMatch(post: Post, minutes: number): Promise<void> {
    const { id, homeTeam, awayTeam } = this.match;
    const minute = minutes < 0 ? null : String(minutes + 1);
    const match = { id, league: 'premier_league', homeTeam, awayTeam, minute };
    await this.kickoff.connection
      .collection('posts')
      .updateOne(
        { _id: new Types.ObjectId(post._id) },
        { $set: { match: { ...match, at: this.at(minutes) } } },
      );
  }

  private set(fan: Caller, moment: Moment): void {
    this.sights.set(fan, ({ id }) => (id === this.match.id ? moment : LIVE));
  }

  private viewpoint(mode: Viewpoint['mode']): Viewpoint {
    return { matchId: this.match.id, mode };
  }
}
