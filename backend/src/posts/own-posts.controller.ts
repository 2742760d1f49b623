import { Controller, Delete, Get, Req, Res } from '@nestjs/common';
import { MessageAnswer, OwnPostsQuery, Post } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidId, ValidQuery } from '../common/http/inputs.js';
import { sendRendered } from '../common/http/page.js';
import { Answers } from '../common/openapi/answers.js';
import { FeedService } from './feed/feed.service.js';
import { PostsService } from './posts.service.js';

/** The fan's own posts, at paths under the fan. */
@Controller('api/user')
export class OwnPostsController {
  constructor(
    private readonly posts: PostsService,
    private readonly lists: FeedService,
  ) {}

  @Get('fposts')
  @Answers([Post])
  async list(
    @CurrentFan() fan: Fan,
    @ValidQuery(OwnPostsQuery) query: OwnPostsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    return sendRendered(request, response, await this.lists.own(fan, query));
  }

  @Delete('posts/:postId')
  @Answers(MessageAnswer)
  async remove(@CurrentFan() fan: Fan, @ValidId('postId') id: string): Promise<MessageAnswer> {
    await this.posts.remove(fan, id);
    return { message: 'Post deleted' };
  }
}
