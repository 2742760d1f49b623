import { Controller, Delete, Get, Put, Req, Res } from '@nestjs/common';
import { PageQuery, Post } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../../common/auth/audience.js';
import { ValidId, ValidQuery } from '../../common/http/inputs.js';
import { sendPage } from '../../common/http/page.js';
import { Answers, Status } from '../../common/openapi/answers.js';
import { SavedPostsService } from './saved-posts.service.js';

@Controller('api')
export class SavedPostsController {
  constructor(private readonly saved: SavedPostsService) {}

  @Put('pt/posts/:id/saved')
  @Status(204)
  save(@CurrentFan() fan: Fan, @ValidId('id') id: string): Promise<void> {
    return this.saved.save(fan, id);
  }

  @Delete('pt/posts/:id/saved')
  @Status(204)
  unsave(@CurrentFan() fan: Fan, @ValidId('id') id: string): Promise<void> {
    return this.saved.unsave(fan, id);
  }

  @Get('user/saved')
  @Answers([Post])
  async list(
    @CurrentFan() fan: Fan,
    @ValidQuery(PageQuery) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Post[]> {
    return sendPage(request, response, await this.saved.list(fan, query));
  }
}
