import { randomBytes } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import type { TeamCalendar } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { FanFootballService } from '../football/fan-football.service.js';
import { UsersService } from '../users/users.service.js';
import { CalendarsRepository } from './calendars.repository.js';
import { toICalendar } from './icalendar.view.js';

const TOKEN_BYTES = 24;

/**
 * Private addresses of team calendars. A calendar shows the fixtures of the fan's current team.
 */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly repository: CalendarsRepository,
    private readonly users: UsersService,
    private readonly football: FanFootballService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Returns the fan's stable address. */
  async address(fan: Fan): Promise<TeamCalendar> {
    return this.addressOf(await this.repository.tokenOf(fan.id, newToken()));
  }

  /** Replaces the address; the old one returns 404. */
  async renew(fan: Fan): Promise<TeamCalendar> {
    const token = newToken();
    await this.repository.replaceToken(fan.id, token);
    return this.addressOf(token);
  }

  /** Returns the calendar at an address; empty if the fan's team is unknown. */
  async read(file: string): Promise<string> {
    const token = /^([\w-]{32})[.]ics$/.exec(file)?.[1];
    const fanId = token === undefined ? undefined : await this.repository.findFan(token);
    if (fanId === undefined) throw new NotFound('calendar');
    const { fav_team1 } = await this.users.ownProfile(fanId);
    const fixtures = await this.football.fixturesOf({ id: fanId }, fav_team1);
    return toICalendar(fixtures, this.settings.publicUrl);
  }

  /** Yields the fan's address, if any, for the data export. */
  async *exportOf(fanId: string): AsyncGenerator<TeamCalendar> {
    const stored = await this.repository.find(fanId);
    if (stored) yield this.addressOf(stored.token);
  }

  /** Removes the address of a deleted fan. */
  removeAllOf(fanId: string): Promise<void> {
    return this.repository.remove(fanId);
  }

  private addressOf(token: string): TeamCalendar {
    return { url: `${this.settings.publicUrl}/api/football/calendar/${token}.ics` };
  }
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}
