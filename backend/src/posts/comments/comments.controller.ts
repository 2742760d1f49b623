import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { Comment, NewComment, Post as PostAnswer, PostPageQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../../common/auth/audience.js';
import { ValidBody, ValidId, ValidQuery } from '../../common/http/inputs.js';
import { sendPage } from '../../common/http/page.js';
import type { CallResult } from '../../common/idempotency/idempotency.service.js';
import { Idempotent, ResultOfCall } from '../../common/idempotency/idempotent.js';
import { Limited } from '../../common/limits/rate-limits.js';
import { Answers, Status } from '../../common/openapi/answers.js';
import { CommentsService } from './comments.service.js';

@Controller('api/pt/posts/:id')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Post('comment')
  @Status(200)
  @Answers(PostAnswer)
  @Limited('comments')
  @Idempotent()
  create(
    @CurrentFan() fan: Fan,
    @ValidId('id') postId: string,
    @ResultOfCall() result: CallResult,
    @ValidBody(NewComment) input: NewComment,
  ): Promise<PostAnswer> {
    return this.comments.create(fan, postId, result, input);
  }

  @Get('comments')
  @Answers([Comment])
  async list(
    @CurrentFan() fan: Fan,
    @ValidId('id') postId: string,
    @ValidQuery(PostPageQuery) query: PostPageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Comment[]> {
    return sendPage(request, response, await this.comments.list(fan, postId, query));
  }

  @Delete('comments/:commentId')
  @Status(204)
  remove(
    @CurrentFan() fan: Fan,
    @ValidId('id') postId: string,
    @ValidId('commentId') id: string,
  ): Promise<void> {
    return this.comments.remove(fan, postId, id);
  }
}
