import { EventEmitter } from 'node:events';

import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { LeagueData, Match } from '@kickoff/contracts';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { LiveService } from '../live/live.service.js';
import { LeaguePages } from './league-pages.js';

/** With the two seconds for which a page is kept: on screen within five after our data has it. */
const LOOK_MS = 1_000;

/** Tells what changes in a match: score or status, corrections too. The minute alone is no news. */
@Injectable()
export class MatchNews implements BeforeApplicationShutdown {
  /** For features that build on matches: each instance says here what changed between its looks. */
  readonly changes = new EventEmitter<{ changed: [before: Match, after: Match] }>();
  /** The leagues as they were at the last look. */
  private shown: readonly LeagueData[] = [];
  private looking: Promise<void> | undefined;
  private isClosing = false;

  constructor(
    private readonly pages: LeaguePages,
    private readonly live: LiveService,
  ) {}

  @Interval(LOOK_MS)
  async look(): Promise<void> {
    if (this.isClosing) return;
    this.looking ??= this.compare().finally(() => (this.looking = undefined));
    await this.looking;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await this.looking;
  }

  private async compare(): Promise<void> {
    try {
      const { leagues } = await this.pages.current();
      const now = [...leagues.values()].map(({ data }) => data);
      for (const data of now) {
        if (this.shown.includes(data)) continue;
        const before = this.shown.find(({ league }) => league === data.league);
        // What was there when this instance began is no news, nor is another season or source.
        if (before?.season === data.season && before.source === data.source) {
          await this.tellChanges(before, data);
        }
      }
      this.shown = now;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
  }

  private async tellChanges(before: LeagueData, { league, matches }: LeagueData): Promise<void> {
    const known = new Map(before.matches.map((match) => [match.id, match]));
    for (const match of matches) {
      const state = stateOf(match);
      const earlier = known.get(match.id);
      if (earlier && stateOf(earlier) === state) continue;
      if (earlier) this.changes.emit('changed', earlier, match);
      const key = `${match.id} ${state}`;
      await this.live.tell('match.changed', { league, match }, { to: 'everyone' }, key);
    }
  }
}

function stateOf({ status, utcDate, score: { fullTime } }: Match): string {
  return `${status} ${utcDate} ${fullTime.homeTeam ?? '-'}:${fullTime.awayTeam ?? '-'}`;
}
