import { Module } from '@nestjs/common';

import { Chance } from '../common/chance/chance.js';
import { collections } from '../common/mongo/collections.js';
import { FootballModule } from '../football/football.module.js';
import { MatchAlertExpiryJob } from './match-alert-expiry.job.js';
import { matchAlertsCollection } from './match-alert.schema.js';
import { MatchAlertsController } from './match-alerts.controller.js';
import { MatchAlertsRepository } from './match-alerts.repository.js';
import { MatchAlertsService } from './match-alerts.service.js';

@Module({
  imports: [collections(matchAlertsCollection), FootballModule],
  controllers: [MatchAlertsController],
  providers: [Chance, MatchAlertExpiryJob, MatchAlertsRepository, MatchAlertsService],
  exports: [MatchAlertsService],
})
export class AlertsModule {}
