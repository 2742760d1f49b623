import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { ACTIVITY_COUNTERS, Counter, CounterSchema } from './counter.schema.js';
import { CountersRepository } from './counters.repository.js';
import { CountersService } from './counters.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Counter.name, schema: CounterSchema },
      { name: ACTIVITY_COUNTERS, schema: CounterSchema, collection: ACTIVITY_COUNTERS },
    ]),
  ],
  providers: [CountersService, CountersRepository],
  exports: [CountersService],
})
export class CountersModule {}
