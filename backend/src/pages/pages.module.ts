import { Module } from '@nestjs/common';

import { RemotesModule } from '../remotes/remotes.module.js';
import { Documents } from './documents.js';
import { FrontEndFiles } from './front-end-files.js';
import { PagesMiddleware } from './pages.middleware.js';

/** The front end's files and documents, on the same origin as the API. */
@Module({
  imports: [RemotesModule],
  providers: [PagesMiddleware, Documents, FrontEndFiles],
  exports: [PagesMiddleware],
})
export class PagesModule {}
