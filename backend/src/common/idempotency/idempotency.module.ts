import { Module } from '@nestjs/common';

import { collections } from '../mongo/collections.js';
import { idempotencyKeysCollection } from './idempotency-key.schema.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';

@Module({
  imports: [collections(idempotencyKeysCollection)],
  providers: [IdempotencyService, IdempotencyRepository],
  exports: [IdempotencyService],
})
export class IdempotencyModule {}
