import { Injectable } from '@nestjs/common';
import type { LatestMatch, League, Match, Viewpoint, ViewpointChange } from '@kickoff/contracts';

import { newId } from '../../common/mongo/ids.js';
import type { Fan } from '../../common/auth/audience.js';
import { Conflict, NotFound } from '../../common/errors/coded-errors.js';
import { Clock } from '../../common/time/clock.js';
import { LiveService } from '../../live/live.service.js';
import { isOver } from '../match-state.js';
import { MatchReader, type ReadMatch } from './match-reader.js';
import { LIVE, type Moment } from './moment.js';
import { requireFuture } from './require-future.js';
import type { ShieldDocument } from './shield.schema.js';
import { type FanViewpoints, ViewpointCache } from './viewpoint-cache.js';
import {
  delayedUntil,
  endedDayBefore,
  endedDayBeforeBy,
  isInForce,
  isNamedBy,
  replayAt,
  secondsSinceGoal,
} from './viewpoint-clock.js';
import type { ViewpointDocument } from './viewpoint.schema.js';
import { toShieldedViewpoint, toViewpoint } from './viewpoint.view.js';
import { ViewpointsRepository } from './viewpoints.repository.js';

interface Sight {
  /**
   * Like `momentOf` without a query, because lists have thousands of matches; undefined if a
   * timeline has to be read.
   */
  momentNow: (match: Match, league: League) => Moment | undefined;
  /** @param match as its source states it */
  momentOf: (match: LatestMatch) => Promise<Moment>;
}

/** What a shield determines: matches are live or hidden. */
export interface ShieldSight extends Sight {
  shield: ShieldDocument;
}

/** How far one fan sees each match. */
export interface FanSight extends Sight {
  /** Whether the fan sees every match live: then all responses are the shared ones. */
  readonly isLive: boolean;
  /** For matches without a choice; absent without a shield. */
  readonly shield?: ShieldSight;
  /** Whether the fan chose a viewpoint for a match. */
  isChosen: (matchId: string) => boolean;
}

type Choice = Partial<Omit<ViewpointDocument, '_id' | 'fanId' | 'matchId' | 'revision' | 'setAt'>> &
  Pick<ViewpointDocument, 'mode'>;

const LIVE_SIGHT: FanSight = {
  isLive: true,
  isChosen: () => false,
  momentNow: () => LIVE,
  momentOf: () => Promise.resolve(LIVE),
};

/**
 * Decides how far each fan sees each match: by the fan's choice for it, else by the fan's shield.
 * Other features apply it to what they show.
 */
@Injectable()
export class ViewpointsService {
  constructor(
    private readonly repository: ViewpointsRepository,
    private readonly cache: ViewpointCache,
    private readonly matches: MatchReader,
    private readonly live: LiveService,
    private readonly clock: Clock,
  ) {}

  /**
   * From memory: at most two seconds old on other instances, immediate on the one that stored a
   * change.
   */
  async sightOf(fanId: string): Promise<FanSight> {
    const own = await this.cache.get(fanId);
    if (this.seesAllLive(own)) return LIVE_SIGHT;
    const { shield } = own;
    const isShielded = shield && isInForce(shield, this.clock.now().getTime());
    return {
      ...this.toSight(fanId, own),
      isLive: false,
      isChosen: (matchId) => this.findChoice(own, matchId) !== undefined,
      ...(isShielded
        ? { shield: { ...this.toSight(fanId, { viewpoints: new Map(), shield }), shield } }
        : {}),
    };
  }

  /** Returns, from memory, the ids of the matches that a fan replays. */
  async replayedBy(fanId: string): Promise<string[]> {
    const now = this.clock.now().getTime();
    const { viewpoints } = await this.cache.get(fanId);
    return [...viewpoints.values()]
      .filter((row) => row.mode === 'replay' && isInForce(row, now))
      .map(({ matchId }) => matchId);
  }

  /** Returns how far a fan sees a match now, as stored. */
  async get({ id }: Pick<Fan, 'id'>, matchId: string): Promise<Viewpoint> {
    const { match } = await this.requireMatch(id, matchId);
    return this.viewpointOf(id, match);
  }

  /** Lists a fan's choices except `live`, the latest first. */
  async list(fanId: string): Promise<Viewpoint[]> {
    const now = this.clock.now().getTime();
    const rows = await this.repository.findByFan(fanId);
    return Promise.all(
      rows
        .filter((row) => row.mode !== 'live' && isInForce(row, now))
        .map((row) => this.describe(row, now)),
    );
  }

  async set(fan: Fan, matchId: string, change: ViewpointChange): Promise<Viewpoint> {
    const read = await this.requireMatch(fan.id, matchId);
    if (change.mode === 'replay') await this.requireReplay(read);
    await this.store(fan.id, read, change);
    return this.publish(fan.id, read.match);
  }

  /** Removes a fan's choice for a match, which need not exist any more. */
  async remove(fan: Fan, matchId: string): Promise<void> {
    const isRemoved = await this.cache.change([fan.id], () =>
      this.repository.remove(fan.id, matchId),
    );
    const read = isRemoved ? await this.matches.find(fan.id, matchId) : undefined;
    if (read) await this.publish(fan.id, read.match);
  }

  /** Yields a fan's choices for the data export. */
  async *exportOf(fanId: string): AsyncGenerator<Viewpoint> {
    const rows = await this.repository.findByFan(fanId);
    yield* rows.reverse().map((row) => toViewpoint(row));
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.repository.removeByFan(fanId);
    await this.cache.removeVersion(fanId);
  }

  private seesAllLive({ viewpoints, shield }: FanViewpoints): boolean {
    const now = this.clock.now().getTime();
    if (shield && isInForce(shield, now)) return false;
    for (const row of viewpoints.values()) {
      if (row.mode !== 'live' && isInForce(row, now)) return false;
    }
    return true;
  }

  private toSight(fanId: string, own: FanViewpoints): Sight {
    return {
      momentNow: (match, league) => this.momentNow(own, match, league),
      momentOf: (match) => this.momentOf(fanId, own, match),
    };
  }

  /** The moment, if no timeline has to be read for it. */
  private momentNow(own: FanViewpoints, match: Match, league: League): Moment | undefined {
    const now = this.clock.now().getTime();
    const choice = this.findChoice(own, match.id);
    if (choice) return momentOfChoice(choice, now);
    const { shield } = own;
    if (!shield || !isInForce(shield, now) || !isNamedBy(shield, match, league)) return LIVE;
    const isOld = endedDayBefore(match, shield);
    if (isOld === undefined) return undefined;
    return isOld ? LIVE : momentBehind(shield, match);
  }

  private async momentOf(fanId: string, own: FanViewpoints, match: LatestMatch): Promise<Moment> {
    const moment = this.momentNow(own, match, match.league);
    if (moment) return moment;
    const choice = this.findChoice(own, match.id);
    return choice
      ? this.momentOfReplay(fanId, choice, this.clock.now().getTime())
      : this.momentByTimeline(fanId, own.shield, match);
  }

  /** The fan's choice for a match, if it is in force. */
  private findChoice({ viewpoints }: FanViewpoints, matchId: string) {
    const choice = viewpoints.get(matchId);
    return choice && isInForce(choice, this.clock.now().getTime()) ? choice : undefined;
  }

  private async momentOfReplay(
    fanId: string,
    row: ViewpointDocument,
    now: number,
  ): Promise<Moment> {
    const read = await this.matches.find(fanId, row.matchId);
    const landmarks = read && (await this.matches.readLandmarks(read));
    // Its kick-off is no longer stored.
    if (!landmarks) return { mode: 'hidden', viewpoint: toViewpoint(row) };
    const { untilMs, ...state } = replayAt(row, landmarks, read.pace, now);
    return { mode: 'replay', untilMs, viewpoint: toViewpoint(row, state) };
  }

  /** For a match that the shield names, and whose end only its timeline states. */
  private async momentByTimeline(
    fanId: string,
    shield: ShieldDocument | undefined,
    match: LatestMatch,
  ): Promise<Moment> {
    if (!shield) return LIVE;
    const read = await this.matches.find(fanId, match.id);
    const landmarks = read && (await this.matches.readLandmarks(read));
    return endedDayBeforeBy(landmarks, match, shield) ? LIVE : momentBehind(shield, match);
  }

  /** Replaces the choice from which the new one was computed; retries after a concurrent change. */
  private async store(fanId: string, read: ReadMatch, change: ViewpointChange): Promise<void> {
    const matchId = read.match.id;
    for (;;) {
      const setAt = this.clock.now();
      const former = await this.cache.getFresh(fanId);
      const before = former.viewpoints.get(matchId);
      const moment = await this.momentOf(fanId, former, read.match);
      const row: ViewpointDocument = {
        _id: before?._id ?? newId(),
        fanId,
        matchId,
        revision: newId(),
        setAt,
        ...(await this.toChoice(change, read, moment, setAt)),
      };
      const isStored = await this.cache.change([fanId], () => this.repository.replace(before, row));
      if (isStored) return;
    }
  }

  /** @param moment what the fan has seen of the match so far */
  private async toChoice(
    change: ViewpointChange,
    { readEntries }: ReadMatch,
    moment: Moment,
    now: Date,
  ): Promise<Choice> {
    switch (change.mode) {
      case 'live':
        return { mode: 'live' };
      case 'delayed': {
        const untilMs = untilOf(moment, now);
        const reached = Number.isFinite(untilMs) ? { reachedAt: new Date(untilMs) } : {};
        const seconds = change.goalNow
          ? secondsSinceGoal(await readEntries(), untilMs, now.getTime())
          : change.seconds;
        if (seconds === undefined) throw new Conflict('No goal in the last five minutes');
        return { mode: 'delayed', seconds, ...reached };
      }
      case 'replay': {
        const { position, playing, speed } = change;
        return { mode: 'replay', position, playing, speed };
      }
      case 'hidden': {
        const until = requireFuture(change.until, now);
        return { mode: 'hidden', ...(until ? { until } : {}) };
      }
    }
  }

  private async requireMatch(fanId: string, matchId: string): Promise<ReadMatch> {
    const read = await this.matches.find(fanId, matchId);
    if (!read) throw new NotFound('match');
    return read;
  }

  private async requireReplay(read: ReadMatch): Promise<void> {
    if (!isOver(read.match)) throw new Conflict('This match is not over yet');
    const landmarks = await this.matches.readLandmarks(read);
    if (!landmarks) throw new Conflict('This match has no replay');
  }

  /** Publishes a change to the fan's own streams. */
  private async publish(fanId: string, match: LatestMatch): Promise<Viewpoint> {
    const viewpoint = await this.viewpointOf(fanId, match);
    await this.live.publish('viewpoint.changed', viewpoint, { to: 'fans', fanIds: [fanId] });
    return viewpoint;
  }

  private async viewpointOf(fanId: string, match: LatestMatch): Promise<Viewpoint> {
    const moment = await this.momentOf(fanId, await this.cache.getFresh(fanId), match);
    return moment.mode === 'live' ? { matchId: match.id, mode: 'live' } : moment.viewpoint;
  }

  private async describe(row: ViewpointDocument, now: number): Promise<Viewpoint> {
    const moment = momentOfChoice(row, now) ?? (await this.momentOfReplay(row.fanId, row, now));
    return moment.mode === 'live' ? toViewpoint(row) : moment.viewpoint;
  }
}

/** The time up to which a fan has seen a match; before its start while it is hidden. */
function untilOf(moment: Moment, now: Date): number {
  switch (moment.mode) {
    case 'live':
      return now.getTime();
    case 'hidden':
      return -Infinity;
    default:
      return moment.untilMs;
  }
}

/** Undefined for a replay, whose moment needs the timeline. */
function momentOfChoice(row: ViewpointDocument, now: number): Moment | undefined {
  switch (row.mode) {
    case 'live':
      return LIVE;
    case 'delayed':
      return { mode: 'delayed', untilMs: delayedUntil(row, now), viewpoint: toViewpoint(row) };
    case 'hidden':
      return { mode: 'hidden', viewpoint: toViewpoint(row) };
    case 'replay':
      return undefined;
  }
}

function momentBehind(shield: ShieldDocument, { id }: Match): Moment {
  return { mode: 'hidden', viewpoint: toShieldedViewpoint(id, shield) };
}
