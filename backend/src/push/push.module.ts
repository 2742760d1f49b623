import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { HostNames } from './host-names.js';
import { PushAddresses } from './push-addresses.js';
import { PushCarrier } from './push-carrier.js';
import { PushController } from './push.controller.js';
import { pushMessagesCollection } from './push-message.schema.js';
import { PushMessagesRepository } from './push-messages.repository.js';
import { PushSender } from './push-sender.js';
import { PushService } from './push.service.js';
import { PushSessions } from './push-sessions.js';
import { pushSubscriptionsCollection } from './push-subscription.schema.js';
import { PushSubscriptionsController } from './push-subscriptions.controller.js';
import { PushSubscriptionsRepository } from './push-subscriptions.repository.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';

@Module({
  imports: [collections(pushMessagesCollection, pushSubscriptionsCollection)],
  controllers: [PushController, PushSubscriptionsController],
  providers: [
    HostNames,
    PushAddresses,
    PushCarrier,
    PushMessagesRepository,
    PushSender,
    PushService,
    PushSessions,
    PushSubscriptionsRepository,
    PushSubscriptionsService,
  ],
  exports: [PushService, PushSessions, PushSubscriptionsService],
})
export class PushModule {}
