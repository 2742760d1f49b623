import { Controller, Headers, Post, Res } from '@nestjs/common';
import {
  ChangePassword,
  ForgotPassword,
  MessageAnswer,
  PasswordChanged,
  ResetPassword,
} from '@kickoff/contracts';
import type { Response } from 'express';

import { CurrentFan, type Fan, Public } from '../common/auth/audience.js';
import { ValidBody } from '../common/http/inputs.js';
import { ClientAddress } from '../common/limits/client-address.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { UsersService } from '../users/users.service.js';
import { FanAuthService } from './fan-auth.service.js';
import { PasswordResetsService, type ResetKind } from './password-resets.service.js';
import { SessionCookie } from './session-cookie.js';

@Controller('api/user')
export class FanPasswordsController {
  private readonly kind: ResetKind;

  constructor(
    private readonly auth: FanAuthService,
    private readonly resets: PasswordResetsService,
    private readonly cookie: SessionCookie,
    users: UsersService,
  ) {
    this.kind = { audience: 'fan', accounts: users, page: '/reset' };
  }

  @Public()
  @Post('forgot-password')
  @Answers(MessageAnswer)
  @Limited('forgot')
  @Status(200)
  forgot(@ValidBody(ForgotPassword) form: ForgotPassword): Promise<MessageAnswer> {
    return this.resets.ask(this.kind, form.email);
  }

  @Public()
  @Post('reset-password')
  @Answers(MessageAnswer)
  @Limited('reset')
  @Status(200)
  reset(@ValidBody(ResetPassword) form: ResetPassword): Promise<MessageAnswer> {
    return this.resets.use(this.kind, form);
  }

  @Post('change-password')
  @Answers(PasswordChanged)
  @Status(200)
  async change(
    @CurrentFan() fan: Fan,
    @ValidBody(ChangePassword) form: ChangePassword,
    @Headers('user-agent') userAgent: string | undefined,
    @ClientAddress() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PasswordChanged> {
    const answer = await this.auth.changePassword(fan, form, userAgent ?? '', address);
    this.cookie.set(response, answer.token);
    return answer;
  }
}
