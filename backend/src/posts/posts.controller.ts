import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { FeedQuery, NewPost, Post as PostAnswer } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { FormFields, FormFiles } from '../common/http/multipart.js';
import { sendPage } from '../common/http/page.js';
import { validId } from '../common/http/valid-id.js';
import { Idempotent, NewId } from '../common/idempotency/idempotent.js';
import { Limited } from '../common/limits/limits.js';
import { Answers } from '../common/openapi/answers.js';
import { PostsService } from './posts.service.js';

@Controller('api/pt/posts')
export class PostsController {
  constructor(private readonly posts: PostsService) {}

  @Post()
  @Answers(PostAnswer)
  @Limited('posts')
  @Idempotent()
  @FormFields('image', 'video')
  create(
    @CurrentFan() fan: Fan,
    @NewId() id: string,
    @Body({ schema: NewPost }) input: NewPost,
    @FormFiles() files: FormFiles,
  ): Promise<PostAnswer> {
    return this.posts.create(fan, id, input, files);
  }

  @Get()
  @Answers([PostAnswer])
  async feed(
    @Query({ schema: FeedQuery }) query: FeedQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PostAnswer[]> {
    return sendPage(request, response, await this.posts.feed(query));
  }

  @Get(':id')
  @Answers(PostAnswer)
  one(@Param('id', validId) id: string): Promise<PostAnswer> {
    return this.posts.one(id);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentFan() fan: Fan, @Param('id', validId) id: string): Promise<void> {
    return this.posts.remove(fan, id);
  }
}
