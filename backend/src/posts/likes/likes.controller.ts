import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { FanSummary, LikeState, Post as PostAnswer, PostPageQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../../common/auth/audience.js';
import { ValidBody, ValidId, ValidQuery } from '../../common/http/inputs.js';
import { sendPage } from '../../common/http/page.js';
import { Limited } from '../../common/limits/rate-limits.js';
import { Answers, Status } from '../../common/openapi/answers.js';
import { LikesService } from './likes.service.js';

@Controller('api/pt/posts/:id')
export class LikesController {
  constructor(private readonly likes: LikesService) {}

  @Post('like')
  @Status(200)
  @Answers(PostAnswer)
  @Limited('likes')
  set(
    @CurrentFan() fan: Fan,
    @ValidId('id') id: string,
    @ValidBody(LikeState) state: LikeState,
  ): Promise<PostAnswer> {
    return this.likes.set(fan, id, state);
  }

  @Get('likes')
  @Answers([FanSummary])
  async list(
    @CurrentFan() fan: Fan,
    @ValidId('id') id: string,
    @ValidQuery(PostPageQuery) query: PostPageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FanSummary[]> {
    return sendPage(request, response, await this.likes.list(fan, id, query));
  }
}
