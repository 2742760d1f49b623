import { Injectable } from '@nestjs/common';
import type { LatestMatch, LiveEvents } from '@kickoff/contracts';

import { NotFound } from '../../common/errors/coded-errors.js';
import { Clock } from '../../common/time/clock.js';
import { FanFootballService } from '../fan-football.service.js';
import { FootballService } from '../football.service.js';
import { toStateKey } from '../match-state.js';
import { toRehearsedMatches } from '../rehearsals/rehearsal.view.js';
import { RehearsalsService } from '../rehearsals/rehearsals.service.js';
import { ViewpointsService } from './viewpoints.service.js';

/** Which changes of matches reach a fan's streams when their sources state them. */
export interface MatchVisibility {
  /** Undefined for a match that did not exist when this was loaded. */
  isLive: (matchId: string) => boolean | undefined;
  /** Matches that the fan sees with a delay or in a replay, with their present state, by id. */
  past: ReadonlyMap<string, string>;
}

/** A match at a fan's moment in the past, and the key of its state. */
export interface PastMatch {
  change: LiveEvents['match.changed'];
  state: string;
}

export const ALL_LIVE: MatchVisibility = { isLive: () => true, past: new Map() };

/** Loads which changes of matches a fan gets, and when. */
@Injectable()
export class MatchVisibilityLoader {
  constructor(
    private readonly football: FootballService,
    private readonly ofFan: FanFootballService,
    private readonly rehearsals: RehearsalsService,
    private readonly viewpoints: ViewpointsService,
    private readonly clock: Clock,
  ) {}

  async load(fanId: string): Promise<MatchVisibility> {
    const sight = await this.viewpoints.sightOf(fanId);
    if (sight.isLive) return ALL_LIVE;
    const live = new Map<string, boolean>();
    const past = new Map<string, string>();
    for (const match of await this.findMatches(fanId)) {
      const { mode } = sight.momentNow(match, match.league) ?? (await sight.momentOf(match));
      live.set(match.id, mode === 'live');
      if (mode !== 'delayed' && mode !== 'replay') continue;
      const seen = await this.seePast(fanId, match.id);
      if (seen) past.set(match.id, seen.state);
    }
    for (const matchId of await this.viewpoints.replayedBy(fanId)) {
      // Of an earlier season.
      const seen = live.has(matchId) ? undefined : await this.seePast(fanId, matchId);
      if (seen) past.set(matchId, seen.state);
    }
    return { isLive: (matchId) => live.get(matchId), past };
  }

  /** Returns whether a fan sees all matches live. */
  async isAllLive(fanId: string): Promise<boolean> {
    return (await this.viewpoints.sightOf(fanId)).isLive;
  }

  /** Returns a match that the fan sees with a delay or in a replay; undefined for any other. */
  async seePast(fanId: string, matchId: string): Promise<PastMatch | undefined> {
    try {
      const { match: seen, moment } = await this.ofFan.see({ id: fanId }, matchId);
      if (moment.mode !== 'delayed' && moment.mode !== 'replay') return undefined;
      const { league, ...match } = seen;
      return { change: { league, match }, state: toStateKey(match) };
    } catch (error) {
      // Its rehearsal has ended.
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  private async findMatches(fanId: string): Promise<LatestMatch[]> {
    const now = this.clock.now().getTime();
    const leagues = await this.football.all();
    const rehearsals = await this.rehearsals.findByFan(fanId);
    return [
      ...leagues,
      ...rehearsals.map((rehearsal) => ({
        league: rehearsal.league,
        matches: toRehearsedMatches(rehearsal, now),
      })),
    ].flatMap(({ league, matches }) => matches.map((match) => ({ ...match, league })));
  }
}
