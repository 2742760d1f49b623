import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { HttpModule } from '../common/http/http.module.js';
import { HealthModule } from '../health/health.module.js';
import { ClientErrorMinute, ClientErrorMinuteSchema } from './client-error-minute.schema.js';
import { ClientError, ClientErrorSchema } from './client-error.schema.js';
import { ClientErrorsController } from './client-errors.controller.js';
import { ClientErrorsRepository } from './client-errors.repository.js';
import { ClientErrorsService } from './client-errors.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: ClientError.name, schema: ClientErrorSchema },
      { name: ClientErrorMinute.name, schema: ClientErrorMinuteSchema },
    ]),
    HealthModule,
    HttpModule,
  ],
  controllers: [ClientErrorsController],
  providers: [ClientErrorsRepository, ClientErrorsService],
  exports: [ClientErrorsService],
})
export class ClientErrorsModule {}
