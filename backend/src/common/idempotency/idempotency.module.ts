import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { IdempotencyKey, IdempotencyKeySchema } from './idempotency-key.schema.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: IdempotencyKey.name, schema: IdempotencyKeySchema }]),
  ],
  providers: [IdempotencyService, IdempotencyRepository],
  exports: [IdempotencyService],
})
export class IdempotencyModule {}
