import { Injectable, type OnModuleInit } from '@nestjs/common';

import { PeopleEvents } from '../people/people-events.js';
import { NotificationsService } from './notifications.service.js';

/** Notifies fans of new followers. */
@Injectable()
export class FollowNotifier implements OnModuleInit {
  constructor(
    private readonly people: PeopleEvents,
    private readonly notifications: NotificationsService,
  ) {}

  onModuleInit(): void {
    this.people.on('followed', (followerId, followedId) =>
      this.notifications.notify([followedId], {
        kind: 'follow',
        group: 'follow',
        target: { type: 'user', id: followedId },
        actorId: followerId,
      }),
    );
  }
}
