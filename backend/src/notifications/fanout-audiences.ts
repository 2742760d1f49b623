import { Injectable } from '@nestjs/common';

import { MatchAlertsService } from '../alerts/match-alerts.service.js';
import { FollowsService } from '../people/follows.service.js';
import { NotificationChoicesService } from '../users/notification-choices.service.js';
import type { FanoutAudience } from './notification-fanout.schema.js';

/** Finds the recipients of fan-outs, batch by batch. */
@Injectable()
export class FanoutAudiences {
  constructor(
    private readonly follows: FollowsService,
    private readonly alerts: MatchAlertsService,
    private readonly choices: NotificationChoicesService,
  ) {}

  find(audience: FanoutAudience): AsyncIterable<string[]> {
    if ('teams' in audience) return this.findFansOfTeams(audience);
    if ('alertsOf' in audience) return this.findAlerted(audience);
    return this.follows.followersOf(audience.followersOf);
  }

  private async *findFansOfTeams({
    teams,
    among,
  }: Extract<FanoutAudience, { teams: string[] }>): AsyncIterable<string[]> {
    if (among) yield [...(await this.choices.notifiedOfTeams(among, teams))];
    else yield* this.choices.fansOfTeams(teams);
  }

  private async *findAlerted({
    alertsOf,
    moment,
    exceptTeams,
    among,
  }: Extract<FanoutAudience, { alertsOf: string }>): AsyncIterable<string[]> {
    for await (const ids of this.alerts.findFanIds(alertsOf, moment)) {
      const notified = await this.choices.notifiedOfTeams(ids, exceptTeams);
      yield ids.filter((id) => !notified.has(id) && (among?.includes(id) ?? true));
    }
  }
}
