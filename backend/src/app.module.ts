import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';

import { collections } from './common/mongo/collections.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminModule } from './admin/admin.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { AnnouncementsModule } from './announcements/announcements.module.js';
import { AccessGuard } from './auth/access.guard.js';
import { AuthModule } from './auth/auth.module.js';
import { ARGON2ID } from './auth/passwords.service.js';
import { CalendarsModule } from './calendars/calendars.module.js';
import { ADMISSION_OPTIONS } from './common/admission/admission.js';
import type { QueueOptions } from './common/admission/admission-queue.js';
import { CacheModule } from './common/cache/caches.js';
import { ConfigModule, type PasswordHashing } from './common/config/config.module.js';
import type { Settings } from './common/config/env.js';
import type { Keys } from './common/config/keys.js';
import { ErrorFilter } from './common/errors/error.filter.js';
import { BodyGuard } from './common/http/body.guard.js';
import { HttpModule } from './common/http/http.module.js';
import { QueryGuard } from './common/http/query.guard.js';
import { schemaPipe } from './common/http/schema.pipe.js';
import { JobsModule } from './common/jobs/jobs.module.js';
import { type DatabaseTimeouts, SHORT_TIMEOUTS } from './common/mongo/database-timeouts.js';
import { MongoModule } from './common/mongo/mongo.module.js';
import type { Clock } from './common/time/clock.js';
import { EventsModule } from './events/events.module.js';
import { FirstStepsModule } from './first-steps/first-steps.module.js';
import { FootballModule } from './football/football.module.js';
import { MediaModule } from './media/media.module.js';
import { DemoMarkRepository } from './demo/demo-mark.repository.js';
import { milestonesCollection } from './demo/demo-mark.schema.js';
import { HealthModule } from './health/health.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { PagesModule } from './pages/pages.module.js';
import { PeopleModule } from './people/people.module.js';
import { PostsModule } from './posts/posts.module.js';
import { PushModule } from './push/push.module.js';
import { RemotesModule } from './remotes/remotes.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { SearchModule } from './search/search.module.js';
import { StoriesModule } from './stories/stories.module.js';
import { UsersModule } from './users/users.module.js';

/** Dependencies from outside the application. */
export interface AppContext {
  settings: Settings;
  keys: Keys;
  clock: Clock;
  databaseUri: string;
  /** Database timeouts; by default those of the security bar. */
  databaseTimeouts?: DatabaseTimeouts;
  /** Admission control; by default the measured values. */
  admission?: QueueOptions;
  /** Cost of password hashing; by default OWASP's recommendation. */
  passwordHashing?: PasswordHashing;
}

/** The features, and the guards and filters of every request. */
@Module({
  imports: [
    ScheduleModule.forRoot(),
    collections(milestonesCollection),
    CacheModule,
    HttpModule,
    JobsModule,
    PagesModule,
    HealthModule,
    MediaModule,
    AuthModule,
    UsersModule,
    PeopleModule,
    AlertsModule,
    NotificationsModule,
    PostsModule,
    PushModule,
    StoriesModule,
    FootballModule,
    CalendarsModule,
    AnnouncementsModule,
    RemotesModule,
    ReportsModule,
    SearchModule,
    AccountsModule,
    EventsModule,
    FirstStepsModule,
    AdminModule,
  ],
  providers: [
    DemoMarkRepository,
    { provide: APP_FILTER, useClass: ErrorFilter },
    // In this order: no body is read for a caller without access.
    { provide: APP_GUARD, useExisting: AccessGuard },
    { provide: APP_GUARD, useClass: QueryGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
    { provide: APP_PIPE, useValue: schemaPipe },
  ],
})
export class AppModule {
  static with(context: AppContext): DynamicModule {
    const { databaseUri, databaseTimeouts = SHORT_TIMEOUTS, ...others } = context;
    const values = { admission: ADMISSION_OPTIONS, passwordHashing: ARGON2ID, ...others };
    return {
      module: AppModule,
      imports: [ConfigModule.with(values), MongoModule.with(databaseUri, databaseTimeouts)],
    };
  }
}
