import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { HttpModule } from '../common/http/http.module.js';
import { HealthModule } from '../health/health.module.js';
import { clientErrorMinutesCollection } from './client-error-minute.schema.js';
import { clientErrorsCollection } from './client-error.schema.js';
import { ClientErrorsController } from './client-errors.controller.js';
import { ClientErrorsRepository } from './client-errors.repository.js';
import { ClientErrorsService } from './client-errors.service.js';

@Module({
  imports: [
    collections(clientErrorsCollection, clientErrorMinutesCollection),
    HealthModule,
    HttpModule,
  ],
  controllers: [ClientErrorsController],
  providers: [ClientErrorsRepository, ClientErrorsService],
  exports: [ClientErrorsService],
})
export class ClientErrorsModule {}
