import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { Jobs } from './jobs.js';
import { Lease, LeaseSchema } from './lease.schema.js';
import { Leases } from './leases.js';
import { StuckItem, StuckItemSchema } from './stuck-item.schema.js';
import { StuckItemsRepository } from './stuck-items.repository.js';

@Global()
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Lease.name, schema: LeaseSchema },
      { name: StuckItem.name, schema: StuckItemSchema },
    ]),
  ],
  providers: [Jobs, Leases, StuckItemsRepository],
  exports: [Jobs, Leases],
})
export class JobsModule {}
