import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { HostNames } from './host-names.js';
import { PushAddresses } from './push-addresses.js';
import { PushController } from './push.controller.js';
import { PushSessions } from './push-sessions.js';
import { pushSubscriptionsCollection } from './push-subscription.schema.js';
import { PushSubscriptionsController } from './push-subscriptions.controller.js';
import { PushSubscriptionsRepository } from './push-subscriptions.repository.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';

@Module({
  imports: [collections(pushSubscriptionsCollection)],
  controllers: [PushController, PushSubscriptionsController],
  providers: [
    HostNames,
    PushAddresses,
    PushSessions,
    PushSubscriptionsRepository,
    PushSubscriptionsService,
  ],
  exports: [PushSessions, PushSubscriptionsService],
})
export class PushModule {}
