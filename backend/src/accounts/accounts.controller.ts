import { Controller, Delete, Get, Res } from '@nestjs/common';
import { AccountDeletion, MessageAnswer } from '@kickoff/contracts';
import type { Response } from 'express';

import { SessionCookie } from '../auth/session-cookie.js';
import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidBody } from '../common/http/inputs.js';
import { ClientAddress } from '../common/limits/client-address.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Produces } from '../common/openapi/answers.js';
import { AccountsService } from './accounts.service.js';
import { sendArchive } from './send-archive.js';

@Controller('api/user')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly cookie: SessionCookie,
  ) {}

  @Get('export')
  @Produces('application/zip')
  @Limited('exports')
  async export(@CurrentFan() fan: Fan, @Res() response: Response): Promise<void> {
    await sendArchive(response, await this.accounts.export(fan));
  }

  @Delete()
  @Answers(MessageAnswer)
  async remove(
    @CurrentFan() fan: Fan,
    @ValidBody(AccountDeletion) form: AccountDeletion,
    @ClientAddress() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageAnswer> {
    const answer = await this.accounts.remove(fan, form.password, address);
    this.cookie.clear(response);
    return answer;
  }
}
