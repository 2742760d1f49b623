import { Controller, Get, Req, Res } from '@nestjs/common';
import {
  FoundFan,
  LeagueSummary,
  Post,
  SearchQuery,
  SearchResults,
  Team,
} from '@kickoff/contracts';
import type { Request, Response } from 'express';
import { z } from 'zod';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers } from '../common/openapi/answers.js';
import { SearchService } from './search.service.js';

const Found = z.union([
  SearchResults,
  z.array(FoundFan),
  z.array(Team),
  z.array(LeagueSummary),
  z.array(Post),
]);

@Controller('api/search')
export class SearchController {
  constructor(private readonly searching: SearchService) {}

  @Get()
  @Answers(Found)
  @Limited('searches')
  async search(
    @CurrentFan() fan: Fan,
    @ValidQuery(SearchQuery) query: SearchQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (query.type === undefined) return this.searching.all(fan, query.q);
    return sendPage(request, response, await this.searching.page(fan, query.type, query));
  }
}
