import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { HttpModule } from '../common/http/http.module.js';
import { LiveModule } from '../live/live.module.js';
import { UsersModule } from '../users/users.module.js';
import { BlocksController } from './blocks.controller.js';
import { BlocksService } from './blocks.service.js';
import { ConnectedFriendsService } from './connected-friends.service.js';
import { DiscoveryController } from './discovery.controller.js';
import { FanMark, FanMarkSchema } from './fan-mark.schema.js';
import { FanMarkVersion, FanMarkVersionSchema } from './fan-mark-version.schema.js';
import { FanMarkVersionsRepository } from './fan-mark-versions.repository.js';
import { FanMarksRepository } from './fan-marks.repository.js';
import { Follow, FollowSchema } from './follow.schema.js';
import { FollowsController } from './follows.controller.js';
import { FollowsRepository } from './follows.repository.js';
import { FollowsService } from './follows.service.js';
import { KeptMarks } from './kept-marks.js';
import { MarkedFansService } from './marked-fans.service.js';
import { PeopleNews } from './people-news.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesService } from './profiles.service.js';
import { SearchService } from './search.service.js';
import { SuggestionsService } from './suggestions.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Follow.name, schema: FollowSchema },
      { name: FanMark.name, schema: FanMarkSchema },
      { name: FanMarkVersion.name, schema: FanMarkVersionSchema },
    ]),
    HttpModule,
    LiveModule,
    UsersModule,
  ],
  controllers: [FollowsController, BlocksController, DiscoveryController, ProfilesController],
  providers: [
    FollowsService,
    FollowsRepository,
    ConnectedFriendsService,
    BlocksService,
    FanMarksRepository,
    FanMarkVersionsRepository,
    KeptMarks,
    MarkedFansService,
    PeopleNews,
    ProfilesService,
    SearchService,
    SuggestionsService,
  ],
  exports: [BlocksService, FollowsService, PeopleNews, ProfilesService],
})
export class PeopleModule {}
