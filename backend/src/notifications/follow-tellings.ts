import { Injectable, type OnModuleInit } from '@nestjs/common';

import { PeopleNews } from '../people/people-news.js';
import { NotificationsService } from './notifications.service.js';

/** Tells fans who follows them. */
@Injectable()
export class FollowTellings implements OnModuleInit {
  constructor(
    private readonly people: PeopleNews,
    private readonly notifications: NotificationsService,
  ) {}

  onModuleInit(): void {
    this.people.on('followed', (followerId, followedId) =>
      this.notifications.tell([followedId], {
        kind: 'follow',
        group: 'follow',
        target: { type: 'user', id: followedId },
        actorId: followerId,
      }),
    );
  }
}
