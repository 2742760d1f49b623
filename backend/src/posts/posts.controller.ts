import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { FeedQuery, NewPost, Post as PostAnswer, PostChange } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { FormFields, FormFiles } from '../common/http/multipart.js';
import { sendPage } from '../common/http/page.js';
import { validId } from '../common/http/valid-id.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { Idempotent, ResultOfCall } from '../common/idempotency/idempotent.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers } from '../common/openapi/answers.js';
import { FeedService } from './feed/feed.service.js';
import { PostsService } from './posts.service.js';

@Controller('api/pt/posts')
export class PostsController {
  constructor(
    private readonly posts: PostsService,
    private readonly lists: FeedService,
  ) {}

  @Post()
  @Answers(PostAnswer)
  @Limited('posts')
  @Idempotent()
  @FormFields('image', 'video')
  create(
    @CurrentFan() fan: Fan,
    @ResultOfCall() result: CallResult,
    @Body({ schema: NewPost }) input: NewPost,
    @FormFiles() files: FormFiles,
  ): Promise<PostAnswer> {
    return this.posts.create(fan, result, input, files);
  }

  @Get()
  @Answers([PostAnswer])
  async feed(
    @CurrentFan() fan: Fan,
    @Query({ schema: FeedQuery }) query: FeedQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PostAnswer[]> {
    return sendPage(request, response, await this.lists.feed(fan, query));
  }

  @Get(':id')
  @Answers(PostAnswer)
  one(@CurrentFan() fan: Fan, @Param('id', validId) id: string): Promise<PostAnswer> {
    return this.posts.one(fan, id);
  }

  @Patch(':id')
  @Answers(PostAnswer)
  @Limited('posts')
  edit(
    @CurrentFan() fan: Fan,
    @Param('id', validId) id: string,
    @Body({ schema: PostChange }) change: PostChange,
  ): Promise<PostAnswer> {
    return this.posts.edit(fan, id, change);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentFan() fan: Fan, @Param('id', validId) id: string): Promise<void> {
    return this.posts.remove(fan, id);
  }
}
