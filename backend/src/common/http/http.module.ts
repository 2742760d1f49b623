import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';

import type { QueueOptions } from '../admission/admission-queue.js';
import { Admission } from '../admission/admission.js';
import { ADMISSION } from '../config/config.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { DocsController } from '../openapi/docs.controller.js';
import { AllowedMethods } from './allowed-methods.js';
import { DrainMiddleware } from './drain.middleware.js';
import { Cursors } from './cursors.js';
import { FormReader } from './form-reader.js';
import { IncomingFiles } from './incoming-files.js';
import { RouteTable } from './route-table.js';
import { SameOrigin } from './same-origin.js';

/** Shared dependencies of all features' requests. */
@Module({
  imports: [DiscoveryModule, LimitsModule],
  controllers: [DocsController],
  providers: [
    {
      provide: Admission,
      inject: [ADMISSION],
      useFactory: (options: QueueOptions) => new Admission(options),
    },
    AllowedMethods,
    DrainMiddleware,
    Cursors,
    FormReader,
    IncomingFiles,
    RouteTable,
    SameOrigin,
  ],
  exports: [
    Admission,
    AllowedMethods,
    DrainMiddleware,
    Cursors,
    FormReader,
    IncomingFiles,
    RouteTable,
    SameOrigin,
  ],
})
export class HttpModule {}
