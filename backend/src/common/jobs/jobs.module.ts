import { Global, Module } from '@nestjs/common';

import { collections } from '../mongo/collections.js';
import { Jobs } from './jobs.js';
import { leasesCollection } from './lease.schema.js';
import { Leases } from './leases.js';
import { stuckItemsCollection } from './stuck-item.schema.js';
import { StuckItemsRepository } from './stuck-items.repository.js';

@Global()
@Module({
  imports: [collections(leasesCollection, stuckItemsCollection)],
  providers: [Jobs, Leases, StuckItemsRepository],
  exports: [Jobs, Leases],
})
export class JobsModule {}
