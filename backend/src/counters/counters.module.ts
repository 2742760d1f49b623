import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { Counter, CounterSchema } from './counter.schema.js';
import { CountersRepository } from './counters.repository.js';
import { CountersService } from './counters.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Counter.name, schema: CounterSchema }])],
  providers: [CountersService, CountersRepository],
  exports: [CountersService],
})
export class CountersModule {}
