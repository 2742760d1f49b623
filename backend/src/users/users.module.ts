import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { HttpModule } from '../common/http/http.module.js';
import { LimitsModule } from '../common/limits/limits.module.js';
import { CountersModule } from '../counters/counters.module.js';
import { MediaModule } from '../media/media.module.js';
import { emailChangesCollection } from './email-change.schema.js';
import { EmailChangesRepository } from './email-changes.repository.js';
import { FanCountsRepository } from './fan-counts.repository.js';
import { FanCountsService } from './fan-counts.service.js';
import { FanDirectoryRepository } from './fan-directory.repository.js';
import { FanDirectory } from './fan-directory.service.js';
import { fanNotesCollection } from './fan-note.schema.js';
import { FanNotesRepository } from './fan-notes.repository.js';
import { FanNotesService } from './fan-notes.service.js';
import { FanSearchService } from './fan-search.service.js';
import { FanSummaries } from './fan-summaries.js';
import { FormerEmails } from './former-emails.service.js';
import { reservedNamesCollection } from './reserved-name.schema.js';
import { ReservedNamesRepository } from './reserved-names.repository.js';
import { NewcomersRepository } from './newcomers.repository.js';
import { NewcomersService } from './newcomers.service.js';
import { NotificationChoicesRepository } from './notification-choices.repository.js';
import { NotificationChoicesService } from './notification-choices.service.js';
import { OwnDataService } from './own-data.service.js';
import { sequencesCollection } from './sequence.schema.js';
import { usersCollection } from './user.schema.js';
import { SuggestableFansRepository } from './suggestable-fans.repository.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [
    collections(
      usersCollection,
      sequencesCollection,
      reservedNamesCollection,
      emailChangesCollection,
      fanNotesCollection,
    ),
    CountersModule,
    HttpModule,
    LimitsModule,
    MediaModule,
  ],
  providers: [
    EmailChangesRepository,
    FanCountsRepository,
    FanCountsService,
    FanDirectory,
    FanDirectoryRepository,
    FanNotesRepository,
    FanNotesService,
    FanSearchService,
    FanSummaries,
    FormerEmails,
    ReservedNamesRepository,
    NewcomersRepository,
    NewcomersService,
    NotificationChoicesRepository,
    NotificationChoicesService,
    OwnDataService,
    SuggestableFansRepository,
    UsersRepository,
    UsersService,
  ],
  exports: [
    FanCountsService,
    FanDirectory,
    FanNotesService,
    FanSearchService,
    FormerEmails,
    NewcomersService,
    NotificationChoicesService,
    OwnDataService,
    UsersService,
  ],
})
export class UsersModule {}
