import { Controller, Delete, Get } from '@nestjs/common';
import { FanSearch, FoundFan, FriendSuggestion, SuggestionsQuery } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidId, ValidQuery } from '../common/http/inputs.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { BlocksService } from './blocks.service.js';
import { SearchService } from './search.service.js';
import { SuggestionsService } from './suggestions.service.js';

/** Search for fans and friend suggestions. */
@Controller('api/user')
export class DiscoveryController {
  constructor(
    private readonly searching: SearchService,
    private readonly suggestions: SuggestionsService,
    private readonly blocks: BlocksService,
  ) {}

  @Get('search/users')
  @Answers([FoundFan])
  @Limited('searches')
  search(@CurrentFan() fan: Fan, @ValidQuery(FanSearch) query: FanSearch): Promise<FoundFan[]> {
    return this.searching.search(fan, query.q);
  }

  @Get('friend-suggestions')
  @Answers([FriendSuggestion])
  suggest(
    @CurrentFan() fan: Fan,
    @ValidQuery(SuggestionsQuery) query: SuggestionsQuery,
  ): Promise<FriendSuggestion[]> {
    return this.suggestions.suggest(fan, query.limit);
  }

  @Delete('friend-suggestions/:userId')
  @Status(204)
  dismiss(@CurrentFan() fan: Fan, @ValidId('userId') id: string): Promise<void> {
    return this.blocks.dismiss(fan, id);
  }
}
