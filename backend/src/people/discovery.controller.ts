import { Controller, Delete, Get } from '@nestjs/common';
import { DismissalQuery, FanSearch, FoundFan } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidId, ValidQuery } from '../common/http/inputs.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { BlocksService } from './blocks.service.js';
import { SearchService } from './search.service.js';

/** Search for fans, and the end of suggestions; `first-steps/` lists them. */
@Controller('api/user')
export class DiscoveryController {
  constructor(
    private readonly searching: SearchService,
    private readonly blocks: BlocksService,
  ) {}

  @Get('search/users')
  @Answers([FoundFan])
  @Limited('searches')
  search(@CurrentFan() fan: Fan, @ValidQuery(FanSearch) query: FanSearch): Promise<FoundFan[]> {
    return this.searching.search(fan, query.q);
  }

  @Delete('friend-suggestions/:userId')
  @Status(204)
  dismiss(
    @CurrentFan() fan: Fan,
    @ValidId('userId') id: string,
    @ValidQuery(DismissalQuery) { days }: DismissalQuery,
  ): Promise<void> {
    return this.blocks.dismiss(fan, id, days);
  }
}
