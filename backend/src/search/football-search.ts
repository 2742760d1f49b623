import { Injectable } from '@nestjs/common';
import type { LeagueSummary, Team } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { FanFootballService } from '../football/fan-football.service.js';
import { FootballService } from '../football/football.service.js';
import { CLUB_EVERYDAY_NAMES, LEAGUE_EVERYDAY_NAMES } from './everyday-names.js';
import { findByNames, named, type Named } from './names.js';

/** Finds clubs and leagues by their names, codes and everyday names. */
@Injectable()
export class FootballSearch {
  /** Folded once for all searches while the clubs are unchanged. */
  private clubs: { key: string; names: readonly Named<string>[] } = { key: '', names: [] };

  constructor(
    private readonly football: FootballService,
    private readonly ofFan: FanFootballService,
  ) {}

  /** Returns all matching clubs, best first. */
  async teams(text: string): Promise<Team[]> {
    const teams = await this.football.allTeams();
    const byId = new Map(teams.map((team) => [team.id, team]));
    return findByNames(this.namesOf(teams), text).flatMap((id) => byId.get(id) ?? []);
  }

  /** Returns all matching leagues, best first, with the numbers that the fan sees. */
  async leagues(fan: Fan, text: string): Promise<LeagueSummary[]> {
    const all = await this.ofFan.allSummaries(fan);
    const leagues = all.map((summary) =>
      named(summary, [summary.name, ...LEAGUE_EVERYDAY_NAMES[summary.league]]),
    );
    return findByNames(leagues, text);
  }

  private namesOf(teams: readonly Team[]): readonly Named<string>[] {
    const key = teams.map(({ id }) => id).join(' ');
    if (this.clubs.key !== key) {
      const names = teams.map(({ id, name, shortName, tla }) =>
        named(id, [name, shortName, tla, ...(CLUB_EVERYDAY_NAMES[id] ?? [])]),
      );
      this.clubs = { key, names };
    }
    return this.clubs.names;
  }
}
