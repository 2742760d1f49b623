import { Controller, Get, Req, Res } from '@nestjs/common';
import { SearchAnswer, SearchQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers } from '../common/openapi/answers.js';
import { SearchService } from './search.service.js';

@Controller('api/search')
export class SearchController {
  constructor(private readonly searching: SearchService) {}

  @Get()
  @Answers(SearchAnswer)
  @Limited('searches')
  async search(
    @CurrentFan() fan: Fan,
    @ValidQuery(SearchQuery) query: SearchQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SearchAnswer> {
    if (query.type === undefined) return this.searching.all(fan, query.q);
    return sendPage(request, response, await this.searching.page(fan, query.type, query));
  }
}
