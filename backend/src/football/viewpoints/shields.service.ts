import { Injectable } from '@nestjs/common';
import type { Shield } from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { InvalidInput } from '../../common/errors/coded-errors.js';
import { Clock } from '../../common/time/clock.js';
import { LiveService } from '../../live/live.service.js';
import { clubsOf } from '../football.view.js';
import { LeagueCache } from '../league-cache.js';
import { requireFuture } from './require-future.js';
import type { ShieldDocument } from './shield.schema.js';
import { ShieldsRepository } from './shields.repository.js';
import { ViewpointCache } from './viewpoint-cache.js';
import { isInForce } from './viewpoint-clock.js';
import { toShield } from './viewpoint.view.js';

/** Shields: the matches that fans hide in advance. `ViewpointsService` applies them. */
@Injectable()
export class ShieldsService {
  constructor(
    private readonly repository: ShieldsRepository,
    private readonly cache: ViewpointCache,
    private readonly leagues: LeagueCache,
    private readonly live: LiveService,
    private readonly clock: Clock,
  ) {}

  /** Returns a fan's shield; empty if none is in force. */
  async get({ id }: Pick<Fan, 'id'>): Promise<Shield> {
    const shield = await this.repository.find(id);
    return shield && isInForce(shield, this.clock.now().getTime()) ? toShield(shield) : {};
  }

  /** Replaces a fan's shield; one without any match removes it. */
  async replace(fan: Fan, { all, teams, leagues, until }: Shield): Promise<Shield> {
    const setAt = this.clock.now();
    const end = requireFuture(until, setAt);
    const named = [...new Set(teams)];
    await this.requireTeams(named);
    const row: ShieldDocument = {
      _id: fan.id,
      setAt,
      ...(all === undefined ? {} : { all }),
      ...(teams === undefined ? {} : { teams: named }),
      ...(leagues === undefined ? {} : { leagues: [...new Set(leagues)] }),
      ...(end === undefined ? {} : { until: end }),
    };
    const namesAny = all === true || named.length > 0 || (leagues ?? []).length > 0;
    const isChanged = await this.cache.change([fan.id], () =>
      namesAny ? this.repository.replace(row) : this.repository.remove(fan.id),
    );
    if (isChanged) await this.live.reset(fan.id);
    return namesAny ? toShield(row) : {};
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.repository.remove(fanId);
    await this.cache.removeVersion(fanId);
  }

  private async requireTeams(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { leagues } = await this.leagues.current();
    const clubs = clubsOf([...leagues.values()].map(({ data }) => data));
    const known = new Set(clubs.map(({ id }) => id));
    if (!ids.every((id) => known.has(id))) {
      throw InvalidInput.in('teams', 'teams must be ids of teams');
    }
  }
}
