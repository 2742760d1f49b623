import { Controller, Post } from '@nestjs/common';
import { MessageAnswer, NewAppeal } from '@kickoff/contracts';

import { Public } from '../common/auth/audience.js';
import { type Client, CurrentClient } from '../common/http/client.js';
import { ValidBody } from '../common/http/inputs.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers } from '../common/openapi/answers.js';
import { AppealsService } from './appeals.service.js';

/** Public, because a suspended fan has no session: the password authenticates. */
@Public()
@Controller('api/auth/appeal')
export class AppealsController {
  constructor(private readonly appeals: AppealsService) {}

  @Post()
  @Answers(MessageAnswer)
  @Limited('reports')
  async file(
    @ValidBody(NewAppeal) form: NewAppeal,
    @CurrentClient() client: Client,
  ): Promise<MessageAnswer> {
    await this.appeals.file(form, client);
    return { message: 'Your appeal is with the admins. They answer by mail.' };
  }
}
