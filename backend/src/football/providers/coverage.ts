import { Inject, Injectable } from '@nestjs/common';
import { type League, LEAGUES } from '@kickoff/contracts';

import { SETTINGS } from '../../common/config/config.module.js';
import type { Settings } from '../../common/config/env.js';
import { ApiFootballProvider } from './api-football.provider.js';
import { FootballDataProvider } from './football-data.provider.js';
import type { LeagueDataProvider } from './league-data-provider.js';

const TIMEOUT_MS = 3_000;

/** Assigns each league to the first provider with a key that covers it. */
@Injectable()
export class Coverage {
  readonly providers: readonly LeagueDataProvider[];

  constructor(@Inject(SETTINGS) settings: Settings) {
    const { footballDataToken, footballDataUrl, apiFootballKey, apiFootballUrl } = settings;
    const access = (url: string, key: string) => ({ url, key, timeoutMs: TIMEOUT_MS });
    this.providers = [
      ...(footballDataToken === undefined
        ? []
        : [new FootballDataProvider(access(footballDataUrl, footballDataToken))]),
      ...(apiFootballKey === undefined
        ? []
        : [new ApiFootballProvider(access(apiFootballUrl, apiFootballKey))]),
    ];
  }

  providerOf(league: League): LeagueDataProvider | undefined {
    return this.providers.find((provider) => provider.covers(league));
  }

  leaguesOf(provider: LeagueDataProvider): League[] {
    return LEAGUES.filter((league) => this.providerOf(league) === provider);
  }
}
