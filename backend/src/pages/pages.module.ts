import { Module } from '@nestjs/common';

import { ClientErrorsModule } from '../client-errors/client-errors.module.js';
import { Documents } from './documents.js';
import { FrontEndFiles } from './front-end-files.js';
import { PagesMiddleware } from './pages.middleware.js';
import { RemoteBuilds } from './remote-builds.js';

/** The front end's files and documents, on the same origin as the API. */
@Module({
  imports: [ClientErrorsModule],
  providers: [PagesMiddleware, Documents, FrontEndFiles, RemoteBuilds],
  exports: [PagesMiddleware],
})
export class PagesModule {}
