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
import { Comment, NewComment, PageQuery, Post as PostAnswer } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../../common/auth/audience.js';
import { sendPage } from '../../common/http/page.js';
import { validId } from '../../common/http/valid-id.js';
import type { CallResult } from '../../common/idempotency/idempotency.service.js';
import { Idempotent, ResultOfCall } from '../../common/idempotency/idempotent.js';
import { Limited } from '../../common/limits/rate-limits.js';
import { Answers } from '../../common/openapi/answers.js';
import { CommentsService } from './comments.service.js';

@Controller('api/pt/posts/:id')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Post('comment')
  @HttpCode(200)
  @Answers(PostAnswer)
  @Limited('comments')
  @Idempotent()
  create(
    @CurrentFan() fan: Fan,
    @Param('id', validId) postId: string,
    @ResultOfCall() result: CallResult,
    @Body({ schema: NewComment }) input: NewComment,
  ): Promise<PostAnswer> {
    return this.comments.create(fan, postId, result, input);
  }

  @Get('comments')
  @Answers([Comment])
  async list(
    @CurrentFan() fan: Fan,
    @Param('id', validId) postId: string,
    @Query({ schema: PageQuery }) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Comment[]> {
    return sendPage(request, response, await this.comments.list(fan, postId, query));
  }

  @Delete('comments/:commentId')
  @HttpCode(204)
  remove(
    @CurrentFan() fan: Fan,
    @Param('id', validId) postId: string,
    @Param('commentId', validId) id: string,
  ): Promise<void> {
    return this.comments.remove(fan, postId, id);
  }
}
