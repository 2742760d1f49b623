import { Module } from '@nestjs/common';

import { HttpModule } from '../common/http/http.module.js';
import { FootballModule } from '../football/football.module.js';
import { PeopleModule } from '../people/people.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { FootballSearch } from './football-search.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';

@Module({
  imports: [FootballModule, HttpModule, PeopleModule, PostsModule],
  controllers: [SearchController],
  providers: [FootballSearch, SearchService],
})
export class SearchModule {}
