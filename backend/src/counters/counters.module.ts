import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { countersCollection } from './counter.schema.js';
import { CountersRepository } from './counters.repository.js';
import { CountersService } from './counters.service.js';

@Module({
  imports: [collections(countersCollection)],
  providers: [CountersService, CountersRepository],
  exports: [CountersService],
})
export class CountersModule {}
