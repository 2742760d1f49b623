import { Controller, Get, Headers, Post, Req, Res } from '@nestjs/common';
import { DemoLogins, FanLoggedIn, FanRegistered, FanRegistration, Login } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan, Public } from '../common/auth/audience.js';
import { type Client, CurrentClient } from '../common/http/client.js';
import { ValidBody } from '../common/http/inputs.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { DemoLoginsService } from './demo-logins.service.js';
import { FanAuthService } from './fan-auth.service.js';
import { SessionCookie } from './session-cookie.js';

@Controller('api/auth')
export class FanAuthController {
  constructor(
    private readonly auth: FanAuthService,
    private readonly demo: DemoLoginsService,
    private readonly cookie: SessionCookie,
  ) {}

  @Public()
  @Limited('register')
  @Post('register')
  @Answers(FanRegistered)
  register(@ValidBody(FanRegistration) form: FanRegistration): Promise<FanRegistered> {
    return this.auth.register(form);
  }

  @Public()
  @Post('login')
  @Answers(FanLoggedIn)
  @Status(200)
  async login(
    @ValidBody(Login) form: Login,
    @Headers('user-agent') userAgent: string | undefined,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FanLoggedIn> {
    const answer = await this.auth.login(form, userAgent ?? '', client);
    this.cookie.set(response, answer.token);
    return answer;
  }

  @Post('logout')
  @Status(204)
  async logout(
    @CurrentFan() fan: Fan,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.auth.logout(fan, SessionCookie.read(request));
    this.cookie.clear(response);
  }

  @Public()
  @Get('demo')
  @Answers(DemoLogins)
  demoLogins(@CurrentClient() client: Client): Promise<DemoLogins> {
    return this.demo.offer(client);
  }
}
