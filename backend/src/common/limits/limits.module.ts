import { Module } from '@nestjs/common';

import { collections } from '../mongo/collections.js';
import { CallLimits } from './call-limits.js';
import { limitCountersCollection } from './limit-counter.schema.js';
import { LimitsRepository } from './limits.repository.js';
import { LimitsService } from './limits.service.js';
import { LoginLimits } from './login-limits.js';

@Module({
  imports: [collections(limitCountersCollection)],
  providers: [CallLimits, LimitsService, LimitsRepository, LoginLimits],
  exports: [CallLimits, LimitsService, LoginLimits],
})
export class LimitsModule {}
