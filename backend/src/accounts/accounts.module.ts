import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CalendarsModule } from '../calendars/calendars.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { FootballModule } from '../football/football.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MediaModule } from '../media/media.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { PushModule } from '../push/push.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { StoriesModule } from '../stories/stories.module.js';
import { UsersModule } from '../users/users.module.js';
import { accountRemovalsCollection } from './account-removal.schema.js';
import { AccountRemovalsRepository } from './account-removals.repository.js';
import { AccountRemovalsService } from './account-removals.service.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { DeletionsJournal } from './deletions-journal.js';
import { PersonalDataSources } from './personal-data-sources.js';

@Module({
  imports: [
    collections(accountRemovalsCollection),
    AlertsModule,
    AuthModule,
    CalendarsModule,
    FootballModule,
    IdempotencyModule,
    MailModule,
    MediaModule,
    NotificationsModule,
    PeopleModule,
    PostsModule,
    PushModule,
    ReportsModule,
    StoriesModule,
    UsersModule,
  ],
  controllers: [AccountsController],
  providers: [
    AccountsService,
    AccountRemovalsService,
    AccountRemovalsRepository,
    DeletionsJournal,
    PersonalDataSources,
  ],
  exports: [AccountsService],
})
export class AccountsModule {}
