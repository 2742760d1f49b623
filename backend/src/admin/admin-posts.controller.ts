import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import {
  AdminPost,
  AdminPostsQuery,
  MessageAnswer,
  Post as PostAnswer,
  PostRemovalOrder,
} from '@kickoff/contracts';
import type { Request, Response } from 'express';

import type { Actor } from '../audit-log/audit-log.service.js';
import { CurrentActor } from '../auth/current-actor.js';
import { type Admin, AdminOnly, CurrentAdmin } from '../common/auth/audience.js';
import { ValidBody, ValidId, ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { AdminPostsService } from './admin-posts.service.js';
import { PostDecisionsService } from './post-decisions.service.js';

@AdminOnly()
@Controller('api/admin/posts')
export class AdminPostsController {
  constructor(
    private readonly posts: AdminPostsService,
    private readonly decisions: PostDecisionsService,
  ) {}

  @Get()
  @Answers([AdminPost])
  async list(
    @CurrentAdmin() admin: Admin,
    @ValidQuery(AdminPostsQuery) query: AdminPostsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminPost[]> {
    const page = await this.posts.list(admin, query);
    response.set('X-Total-Count', String(page.total));
    return sendPage(request, response, page);
  }

  @Delete(':id')
  @Answers(MessageAnswer)
  async remove(
    @CurrentActor() actor: Actor,
    @ValidId('id') id: string,
    @ValidBody(PostRemovalOrder) { reason }: PostRemovalOrder,
  ): Promise<MessageAnswer> {
    await this.decisions.remove(actor, id, reason);
    return { message: 'The post has been removed. You can restore it for 30 days.' };
  }

  @Post(':id/restore')
  @Answers(PostAnswer)
  @Status(200)
  async restore(
    @CurrentAdmin() admin: Admin,
    @CurrentActor() actor: Actor,
    @ValidId('id') id: string,
  ): Promise<PostAnswer> {
    await this.decisions.restore(actor, id);
    return this.posts.one(admin, id);
  }
}
