import { Module } from '@nestjs/common';

import { FootballModule } from '../football/football.module.js';
import { PeopleModule } from '../people/people.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { UsersModule } from '../users/users.module.js';
import { FirstStepsController } from './first-steps.controller.js';
import { FirstStepsService } from './first-steps.service.js';
import { SampledSuggestionsService } from './sampled-suggestions.service.js';

@Module({
  imports: [FootballModule, PeopleModule, PostsModule, UsersModule],
  controllers: [FirstStepsController],
  providers: [FirstStepsService, SampledSuggestionsService],
})
export class FirstStepsModule {}
