import { Injectable } from '@nestjs/common';

import { MatchReader } from './match-reader.js';
import { ViewpointsService } from './viewpoints.service.js';

/** How far a fan sees a match that is not live for the fan. */
export interface SeenLimit {
  mode: 'delayed' | 'replay' | 'hidden';
  /** Last moment that the fan sees, in ms; of a hidden match the last before its first kick-off. */
  untilMs: number;
}

/** Finds the limit of a match by its id; undefined if the fan sees all of it. */
export type FindLimit = (matchId: string) => Promise<SeenLimit | undefined>;

/** Finds how far fans see the matches that posts, comments and notifications are about. */
@Injectable()
export class SeenMatches {
  constructor(
    private readonly viewpoints: ViewpointsService,
    private readonly matches: MatchReader,
  ) {}

  /** Returns undefined for a fan who sees every match live. */
  async of(fanId: string): Promise<FindLimit | undefined> {
    const sight = await this.viewpoints.sightOf(fanId);
    if (sight.isLive) return undefined;
    const limits = new Map<string, ReturnType<FindLimit>>();
    const find: FindLimit = async (matchId) => {
      const found = await this.matches.find(fanId, matchId);
      if (!found) return undefined;
      const moment = await sight.momentOf(found.match);
      if (moment.mode === 'live') return undefined;
      if (moment.mode !== 'hidden') return { mode: moment.mode, untilMs: moment.untilMs };
      return { mode: 'hidden', untilMs: Date.parse(await found.readHiddenDate()) - 1 };
    };
    return (matchId) => {
      const known = limits.get(matchId) ?? find(matchId);
      limits.set(matchId, known);
      return known;
    };
  }
}
