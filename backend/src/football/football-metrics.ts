import { Injectable, type OnModuleInit } from '@nestjs/common';

import { MetricsService } from '../health/metrics.service.js';
import { LeagueCache } from './league-cache.js';

/** Registers the state of the football data as metrics. */
@Injectable()
export class FootballMetrics implements OnModuleInit {
  constructor(
    private readonly cache: LeagueCache,
    private readonly metrics: MetricsService,
  ) {}

  onModuleInit(): void {
    this.metrics.addGauge({
      name: 'kickoff_football_stale',
      help: 'Whether the data of a league is out of date (1) or not (0)',
      labelNames: ['league', 'source'],
      read: async () => {
        const { leagues } = await this.cache.current();
        return [...leagues.values()].map(({ data: { league, source, stale } }) => ({
          labels: { league, source },
          value: stale ? 1 : 0,
        }));
      },
    });
  }
}
