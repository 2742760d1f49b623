import { Controller, Get, Req, Res } from '@nestjs/common';
import { ClientErrorRow, PageQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { ClientErrorsService } from '../client-errors/client-errors.service.js';
import { AdminOnly } from '../common/auth/audience.js';
import { ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import { Answers } from '../common/openapi/answers.js';

@AdminOnly()
@Controller('api/admin/client-errors')
export class AdminClientErrorsController {
  constructor(private readonly errors: ClientErrorsService) {}

  @Get()
  @Answers([ClientErrorRow])
  async list(
    @ValidQuery(PageQuery) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ClientErrorRow[]> {
    const page = await this.errors.list(query);
    response.set('X-Total-Count', String(page.total));
    return sendPage(request, response, page);
  }
}
