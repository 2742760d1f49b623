import { Body, Controller, Delete, Get, Res } from '@nestjs/common';
import { AccountDeletion, MessageAnswer } from '@kickoff/contracts';
import type { Response } from 'express';

import { SessionCookie } from '../auth/session-cookie.js';
import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ClientAddress } from '../common/limits/client-address.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers } from '../common/openapi/answers.js';
import { AccountsService } from './accounts.service.js';
import { sendArchive } from './send-archive.js';

@Controller('api/user')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly cookie: SessionCookie,
  ) {}

  @Get('export')
  @Limited('exports')
  async export(@CurrentFan() fan: Fan, @Res() response: Response): Promise<void> {
    await sendArchive(response, await this.accounts.export(fan));
  }

  @Delete()
  @Answers(MessageAnswer)
  async remove(
    @CurrentFan() fan: Fan,
    @Body({ schema: AccountDeletion }) form: AccountDeletion,
    @ClientAddress() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageAnswer> {
    const answer = await this.accounts.remove(fan, form.password, address);
    this.cookie.clear(response);
    return answer;
  }
}
