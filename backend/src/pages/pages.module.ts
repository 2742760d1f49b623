import { Module } from '@nestjs/common';

import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { RemotesModule } from '../remotes/remotes.module.js';
import { Documents } from './documents.js';
import { FrontEndFiles } from './front-end-files.js';
import { PagesMiddleware } from './pages.middleware.js';
import { ShownAnnouncements } from './shown-announcements.js';

/** Files and documents of the front end, on the same origin as the API. */
@Module({
  imports: [RemotesModule, AuthModule, AnnouncementsModule],
  providers: [PagesMiddleware, Documents, FrontEndFiles, ShownAnnouncements],
  exports: [PagesMiddleware],
})
export class PagesModule {}
