import { Controller, Headers, Post } from '@nestjs/common';
import {
  AdminLoggedIn,
  AdminRegistered,
  AdminRegistration,
  ForgotPassword,
  Login,
  MessageAnswer,
  ResetPassword,
} from '@kickoff/contracts';

import { type Admin, AdminOnly, CurrentAdmin, Public } from '../common/auth/audience.js';
import { type Client, CurrentClient } from '../common/http/client.js';
import { ValidBody } from '../common/http/inputs.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { AdminAccountsService } from './admin-accounts.service.js';
import { AdminAuthService } from './admin-auth.service.js';
import { PasswordResetsService, type ResetKind } from './password-resets.service.js';

@Controller('api/admin')
export class AdminAuthController {
  private readonly kind: ResetKind;

  constructor(
    private readonly auth: AdminAuthService,
    private readonly resets: PasswordResetsService,
    accounts: AdminAccountsService,
  ) {
    this.kind = { audience: 'admin', accounts, page: '/admin-reset' };
  }

  @Public()
  @Post('register')
  @Answers(AdminRegistered)
  @Limited('register')
  register(
    @ValidBody(AdminRegistration) form: AdminRegistration,
    @CurrentClient() client: Client,
  ): Promise<AdminRegistered> {
    return this.auth.register(form, client);
  }

  @Public()
  @Post('login')
  @Answers(AdminLoggedIn)
  @Status(200)
  login(
    @ValidBody(Login) form: Login,
    @Headers('user-agent') userAgent: string | undefined,
    @CurrentClient() client: Client,
  ): Promise<AdminLoggedIn> {
    return this.auth.login(form, userAgent ?? '', client);
  }

  @AdminOnly()
  @Post('logout')
  @Status(204)
  logout(@CurrentAdmin() admin: Admin): Promise<void> {
    return this.auth.logout(admin);
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
}
