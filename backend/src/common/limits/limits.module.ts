import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { CallLimits } from './call-limits.js';
import { LimitCounter, LimitCounterSchema } from './limit-counter.schema.js';
import { LimitsRepository } from './limits.repository.js';
import { LimitsService } from './limits.service.js';
import { LoginLimits } from './login-limits.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: LimitCounter.name, schema: LimitCounterSchema }])],
  providers: [CallLimits, LimitsService, LimitsRepository, LoginLimits],
  exports: [CallLimits, LimitsService, LoginLimits],
})
export class LimitsModule {}
