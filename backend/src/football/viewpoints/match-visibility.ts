import { Injectable } from '@nestjs/common';
import type { LatestMatch, LiveEvents } from '@kickoff/contracts';

import { NotFound } from '../../common/errors/coded-errors.js';
import { FanFootballService } from '../fan-football.service.js';
import { toStateKey } from '../match-state.js';
import { MatchReader } from './match-reader.js';
import { ViewpointsService } from './viewpoints.service.js';

/** Which changes of matches reach a fan's streams when their sources state them. */
export interface MatchVisibility {
  /** Undefined for a match that did not exist when this was loaded. */
  isLive: (matchId: string) => boolean | undefined;
  /** Matches that the fan sees with a delay or in a replay, with their present state, by id. */
  past: ReadonlyMap<string, string>;
  /**
   * Matches with such a viewpoint that are over and have no entry after the fan's moment, by id.
   * They count as live until a correction, which the fan may see later.
   */
  seenToEnd: ReadonlyMap<string, PastMatch>;
}

/** A match at a fan's moment in the past, and the key of its state. */
export interface PastMatch {
  change: LiveEvents['match.changed'];
  state: string;
}

export const ALL_LIVE: MatchVisibility = {
  isLive: () => true,
  past: new Map(),
  seenToEnd: new Map(),
};

/** Loads which changes of matches a fan gets, and when. */
@Injectable()
export class MatchVisibilityLoader {
  constructor(
    private readonly reader: MatchReader,
    private readonly ofFan: FanFootballService,
    private readonly viewpoints: ViewpointsService,
  ) {}

  async load(fanId: string): Promise<MatchVisibility> {
    const sight = await this.viewpoints.sightOf(fanId);
    if (sight.isLive) return ALL_LIVE;
    const live = new Map<string, boolean>();
    const past = new Map<string, string>();
    const seenToEnd = new Map<string, PastMatch>();
    for (const match of await this.findMatches(fanId)) {
      const moment = sight.momentNow(match, match.league) ?? (await sight.momentOf(match));
      live.set(match.id, moment.mode === 'live');
      if (!('untilMs' in moment)) continue;
      if (await this.reader.hasEndedBy(fanId, match, moment.untilMs)) {
        live.set(match.id, true);
        seenToEnd.set(match.id, toPastMatch({ ...match, viewpoint: moment.viewpoint }));
        continue;
      }
      const seen = await this.seePast(fanId, match.id);
      if (seen) past.set(match.id, seen.state);
    }
    return { isLive: (matchId) => live.get(matchId), past, seenToEnd };
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
      return toPastMatch(seen);
    } catch (error) {
      // Its rehearsal has ended.
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  /** Finds all matches that a fan may see, and those of an earlier season that the fan replays. */
  private async findMatches(fanId: string): Promise<LatestMatch[]> {
    const matches = await this.reader.findAll(fanId);
    const known = new Set(matches.map(({ id }) => id));
    for (const matchId of await this.viewpoints.replayedBy(fanId)) {
      const former = known.has(matchId) ? undefined : await this.reader.find(fanId, matchId);
      if (former) matches.push(former.match);
    }
    return matches;
  }
}

function toPastMatch({ league, ...match }: LatestMatch): PastMatch {
  return { change: { league, match }, state: toStateKey(match) };
}
