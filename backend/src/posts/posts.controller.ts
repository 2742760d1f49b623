import { Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { FeedQuery, NewPost, Post as PostAnswer, PostChange, PostQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidBody, ValidId, ValidQuery } from '../common/http/inputs.js';
import { FormFields, FormFiles } from '../common/http/multipart.js';
import { sendRendered } from '../common/http/page.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { Idempotent, ResultOfCall } from '../common/idempotency/idempotent.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Status } from '../common/openapi/answers.js';
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
    @ValidBody(NewPost) input: NewPost,
    @FormFiles() files: FormFiles,
  ): Promise<PostAnswer> {
    return this.posts.create(fan, result, input, files);
  }

  @Get()
  @Answers([PostAnswer])
  async feed(
    @CurrentFan() fan: Fan,
    @ValidQuery(FeedQuery) query: FeedQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    return sendRendered(request, response, await this.lists.feed(fan, query));
  }

  @Get(':id')
  @Answers(PostAnswer)
  one(
    @CurrentFan() fan: Fan,
    @ValidId('id') id: string,
    @ValidQuery(PostQuery) { reveal }: PostQuery,
  ): Promise<PostAnswer> {
    return this.posts.one(fan, id, reveal === 'true');
  }

  @Patch(':id')
  @Answers(PostAnswer)
  @Limited('posts')
  edit(
    @CurrentFan() fan: Fan,
    @ValidId('id') id: string,
    @ValidBody(PostChange) change: PostChange,
  ): Promise<PostAnswer> {
    return this.posts.edit(fan, id, change);
  }

  @Delete(':id')
  @Status(204)
  remove(@CurrentFan() fan: Fan, @ValidId('id') id: string): Promise<void> {
    return this.posts.remove(fan, id);
  }
}
