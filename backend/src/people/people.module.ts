import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { HttpModule } from '../common/http/http.module.js';
import { LiveModule } from '../live/live.module.js';
import { UsersModule } from '../users/users.module.js';
import { BlocksController } from './blocks.controller.js';
import { BlocksService } from './blocks.service.js';
import { ConnectedFriendsService } from './connected-friends.service.js';
import { DiscoveryController } from './discovery.controller.js';
import { fanRelationsCollection } from './fan-relation.schema.js';
import { fanRelationVersionsCollection } from './fan-relation-version.schema.js';
import { FanRelationVersionsRepository } from './fan-relation-versions.repository.js';
import { FanRelationsRepository } from './fan-relations.repository.js';
import { followsCollection } from './follow.schema.js';
import { FollowsController } from './follows.controller.js';
import { FollowsRepository } from './follows.repository.js';
import { FollowsService } from './follows.service.js';
import { BlockCache } from './block-cache.js';
import { RestrictedFansService } from './restricted-fans.service.js';
import { mutedWordsCollection } from './muted-words/muted-words.schema.js';
import { MutedWordsController } from './muted-words/muted-words.controller.js';
import { MutedWordsRepository } from './muted-words/muted-words.repository.js';
import { MutedWordsService } from './muted-words/muted-words.service.js';
import { PeopleEvents } from './people-events.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesService } from './profiles.service.js';
import { SearchService } from './search.service.js';
import { SuggestionsService } from './suggestions.service.js';

@Module({
  imports: [
    collections(
      followsCollection,
      fanRelationsCollection,
      fanRelationVersionsCollection,
      mutedWordsCollection,
    ),
    HttpModule,
    LiveModule,
    UsersModule,
  ],
  controllers: [
    FollowsController,
    BlocksController,
    DiscoveryController,
    MutedWordsController,
    ProfilesController,
  ],
  providers: [
    FollowsService,
    FollowsRepository,
    ConnectedFriendsService,
    BlocksService,
    FanRelationsRepository,
    FanRelationVersionsRepository,
    BlockCache,
    RestrictedFansService,
    MutedWordsRepository,
    MutedWordsService,
    PeopleEvents,
    ProfilesService,
    SearchService,
    SuggestionsService,
  ],
  exports: [
    BlocksService,
    FollowsService,
    MutedWordsService,
    PeopleEvents,
    ProfilesService,
    SearchService,
    SuggestionsService,
  ],
})
export class PeopleModule {}
