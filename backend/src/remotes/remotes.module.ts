import { Module } from '@nestjs/common';

import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ClientErrorsModule } from '../client-errors/client-errors.module.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { JobsModule } from '../common/jobs/jobs.module.js';
import { Clock } from '../common/time/clock.js';
import { BuildSizes } from './build-sizes.js';
import { FrontEndSource } from './front-end-source.js';
import { RemoteOrigins } from './origins/remote-origins.js';
import { RefreshOriginsJob } from './refresh-origins.job.js';
import { Releases } from './releases.js';
import { RemoteRegistry } from './remote-registry.js';
import { RemoteStatusService } from './remote-status.service.js';
import { RemotesController } from './remotes.controller.js';
import { RollBackService } from './roll-back.service.js';

/** The live micro-frontends, on this disk and on other origins. */
@Module({
  imports: [AuditLogModule, AuthModule, ClientErrorsModule, JobsModule],
  controllers: [RemotesController],
  providers: [
    BuildSizes,
    FrontEndSource,
    RefreshOriginsJob,
    RemoteOrigins,
    RemoteRegistry,
    RemoteStatusService,
    RollBackService,
    {
      provide: Releases,
      inject: [SETTINGS, Clock],
      useFactory: (settings: Settings, clock: Clock) => new Releases(settings, clock),
    },
  ],
  exports: [Releases, RemoteRegistry],
})
export class RemotesModule {}
