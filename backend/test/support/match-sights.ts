import { jest } from '@jest/globals';
import { LeagueData, type Match, type Viewpoint } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { LIVE, type Moment } from '../../src/football/viewpoints/moment.js';
import { ViewpointsService } from '../../src/football/viewpoints/viewpoints.service.js';
import { as, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';

type Post = { _id: string };

/** How far fans see one match, set by the test instead of stored viewpoints. */
export class MatchSights {
  private readonly moments = new Map<string, Moment>();

  private constructor(
    private readonly kickoff: KickOff,
    readonly match: Match,
  ) {}

  /** Uses a match of the demo season, which all fans see live at first. */
  static async open(kickoff: KickOff, by: Caller): Promise<MatchSights> {
    const answer = await as(kickoff, by).get('/api/football?league=premier_league').expect(200);
    const match = LeagueData.parse(answer.body).matches.find(({ status }) => status === 'FINISHED');
    if (!match) throw new Error('No match of the demo season is over');
    const sights = new MatchSights(kickoff, match);
    jest
      .spyOn(kickoff.app.get(ViewpointsService, { strict: false }), 'sightOf')
      .mockImplementation((fanId) => {
        const moment = sights.moments.get(fanId);
        const momentOf = ({ id }: { id: string }) =>
          Promise.resolve(id === match.id && moment ? moment : LIVE);
        return Promise.resolve({
          isLive: moment === undefined,
          isChosen: () => true,
          momentNow: () => undefined,
          momentOf,
        });
      });
    return sights;
  }

  /** Sets how far a fan sees the match, in minutes after its kick-off. */
  see(fan: Caller, mode: 'delayed' | 'replay', minutes: number): void {
    this.seeUntil(fan, mode, this.at(minutes));
  }

  /** Sets how far a fan sees the match, as a time. */
  seeUntil(fan: Caller, mode: 'delayed' | 'replay', until: Date): void {
    const viewpoint = this.viewpoint(mode);
    this.moments.set(fan.id, { mode, untilMs: until.getTime(), viewpoint });
  }

  hide(fan: Caller): void {
    this.moments.set(fan.id, { mode: 'hidden', viewpoint: this.viewpoint('hidden') });
  }

  seeLive(fan: Caller): void {
    this.moments.delete(fan.id);
  }

  seeAllLive(): void {
    this.moments.clear();
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

  private viewpoint(mode: Viewpoint['mode']): Viewpoint {
    return { matchId: this.match.id, mode };
  }
}
