import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { HealthModule } from '../health/health.module.js';
import { LiveModule } from '../live/live.module.js';
import { Chance } from '../common/chance/chance.js';
import { footballCorrectionsCollection } from './corrections/correction.schema.js';
import { CorrectionsRepository } from './corrections/corrections.repository.js';
import { DemoAnchorRepository } from './demo/demo-anchor.repository.js';
import { demoCalendarCollection } from './demo/demo-anchor.schema.js';
import { DemoSource } from './demo/demo-source.js';
import { FootballFeedService } from './football-feed.service.js';
import { FootballMetrics } from './football-metrics.js';
import { FanFootballService } from './fan-football.service.js';
import { FanMomentsService } from './fan-moments.service.js';
import { FootballController } from './football.controller.js';
import { FootballService } from './football.service.js';
import { LeagueCache } from './league-cache.js';
import { MatchChangeDetector } from './match-change-detector.js';
import { MatchFinder } from './match-finder.js';
import { FootballPoller } from './polling/football-poller.js';
import { PollerLeaseRepository } from './polling/poller-lease.repository.js';
import { footballRefreshesCollection } from './polling/refresh-request.schema.js';
import { RefreshesRepository } from './polling/refreshes.repository.js';
import { Coverage } from './providers/coverage.js';
import { formerSeasonsCollection } from './snapshots/former-season.schema.js';
import { footballSnapshotsCollection } from './snapshots/league-snapshot.schema.js';
import { RehearsalChangeDetector } from './rehearsals/rehearsal-change-detector.js';
import { rehearsalsCollection } from './rehearsals/rehearsal.schema.js';
import { RehearsalsRepository } from './rehearsals/rehearsals.repository.js';
import { RehearsalsService } from './rehearsals/rehearsals.service.js';
import { SnapshotSource } from './snapshots/snapshot-source.js';
import { SnapshotsRepository } from './snapshots/snapshots.repository.js';
import { MatchEntriesRepository } from './timelines/match-entries.repository.js';
import { matchEntriesCollection } from './timelines/match-entry.schema.js';
import { TimelineChangeDetector } from './timelines/timeline-change-detector.js';
import { TimelineRecorder } from './timelines/timeline-recorder.js';
import { MatchReader } from './viewpoints/match-reader.js';
import { ShieldController } from './viewpoints/shield.controller.js';
import { shieldsCollection } from './viewpoints/shield.schema.js';
import { ShieldsRepository } from './viewpoints/shields.repository.js';
import { ShieldsService } from './viewpoints/shields.service.js';
import { ViewpointCleanupJob } from './viewpoints/viewpoint-cleanup.job.js';
import { ViewpointCache } from './viewpoints/viewpoint-cache.js';
import { viewpointVersionsCollection } from './viewpoints/viewpoint-version.schema.js';
import { ViewpointVersionsRepository } from './viewpoints/viewpoint-versions.repository.js';
import { viewpointsCollection } from './viewpoints/viewpoint.schema.js';
import { ViewpointsController } from './viewpoints/viewpoints.controller.js';
import { ViewpointsRepository } from './viewpoints/viewpoints.repository.js';
import { MatchVisibilityLoader } from './viewpoints/match-visibility.js';
import { LeagueAtMoments } from './viewpoints/league-at-moments.js';
import { SeenLeagues } from './viewpoints/seen-leagues.js';
import { SeenMatches } from './viewpoints/seen-matches.js';
import { ShieldedLeagues } from './viewpoints/shielded-leagues.js';
import { ViewpointsService } from './viewpoints/viewpoints.service.js';

@Module({
  imports: [
    collections(
      demoCalendarCollection,
      footballCorrectionsCollection,
      footballSnapshotsCollection,
      footballRefreshesCollection,
      formerSeasonsCollection,
      matchEntriesCollection,
      rehearsalsCollection,
      shieldsCollection,
      viewpointsCollection,
      viewpointVersionsCollection,
    ),
    HealthModule,
    LiveModule,
  ],
  controllers: [FootballController, ShieldController, ViewpointsController],
  providers: [
    FootballService,
    FootballFeedService,
    FootballMetrics,
    FanFootballService,
    FanMomentsService,
    LeagueCache,
    MatchChangeDetector,
    MatchFinder,
    DemoSource,
    DemoAnchorRepository,
    SnapshotSource,
    SnapshotsRepository,
    Coverage,
    FootballPoller,
    PollerLeaseRepository,
    RefreshesRepository,
    CorrectionsRepository,
    MatchEntriesRepository,
    TimelineChangeDetector,
    TimelineRecorder,
    RehearsalsRepository,
    RehearsalsService,
    RehearsalChangeDetector,
    MatchReader,
    ShieldsRepository,
    ShieldsService,
    ViewpointCache,
    ViewpointCleanupJob,
    ViewpointVersionsRepository,
    ViewpointsRepository,
    LeagueAtMoments,
    SeenLeagues,
    ShieldedLeagues,
    MatchVisibilityLoader,
    SeenMatches,
    ViewpointsService,
    Chance,
  ],
  exports: [
    FanFootballService,
    FanMomentsService,
    FootballService,
    FootballFeedService,
    MatchChangeDetector,
    MatchFinder,
    MatchVisibilityLoader,
    RehearsalChangeDetector,
    RehearsalsService,
    ShieldsService,
    SeenMatches,
    TimelineChangeDetector,
    ViewpointsService,
  ],
})
export class FootballModule {}
