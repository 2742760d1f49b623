import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { FanSummary, NewStory, PageQuery, Story, StoryReply } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidBody, ValidId, ValidQuery } from '../common/http/inputs.js';
import { FormFields, FormFiles } from '../common/http/multipart.js';
import { sendPage } from '../common/http/page.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { Idempotent, ResultOfCall } from '../common/idempotency/idempotent.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { StoriesService } from './stories.service.js';
import { StoryRepliesService } from './story-replies.service.js';
import { StoryStripService } from './story-strip.service.js';
import { StoryViewersService } from './story-viewers.service.js';

@Controller('api/st/stories')
export class StoriesController {
  constructor(
    private readonly stories: StoriesService,
    private readonly strip: StoryStripService,
    private readonly viewers: StoryViewersService,
    private readonly replies: StoryRepliesService,
  ) {}

  @Post()
  @Answers(Story)
  @Idempotent()
  @FormFields('media')
  create(
    @CurrentFan() fan: Fan,
    @ResultOfCall() result: CallResult,
    @ValidBody(NewStory) input: NewStory,
    @FormFiles() { media }: FormFiles,
  ): Promise<Story> {
    return this.stories.create(fan, result, input, media);
  }

  @Get()
  @Answers([Story])
  async list(
    @CurrentFan() fan: Fan,
    @ValidQuery(PageQuery) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Story[]> {
    return sendPage(request, response, await this.strip.list(fan, query));
  }

  @Post(':id/seen')
  @Status(204)
  markSeen(@CurrentFan() fan: Fan, @ValidId('id') id: string): Promise<void> {
    return this.viewers.markSeen(fan, id);
  }

  @Get(':id/viewers')
  @Answers([FanSummary])
  async listViewers(
    @CurrentFan() fan: Fan,
    @ValidId('id') id: string,
    @ValidQuery(PageQuery) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FanSummary[]> {
    return sendPage(request, response, await this.viewers.list(fan, id, query));
  }

  @Post(':id/reply')
  @Status(204)
  @Limited('comments')
  @Idempotent()
  reply(
    @CurrentFan() fan: Fan,
    @ValidId('id') id: string,
    @ResultOfCall() result: CallResult,
    @ValidBody(StoryReply) input: StoryReply,
  ): Promise<void> {
    return this.replies.reply(fan, id, result, input);
  }

  @Delete(':id')
  @Status(204)
  remove(@CurrentFan() fan: Fan, @ValidId('id') id: string): Promise<void> {
    return this.stories.remove(fan, id);
  }
}
