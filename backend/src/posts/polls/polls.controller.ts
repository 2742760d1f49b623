import { Controller, Post } from '@nestjs/common';
import { Post as PostAnswer, Vote } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../../common/auth/audience.js';
import { ValidBody, ValidId } from '../../common/http/inputs.js';
import { Limited } from '../../common/limits/rate-limits.js';
import { Answers, Status } from '../../common/openapi/answers.js';
import { PollsService } from './polls.service.js';

@Controller('api/pt/posts/:id')
export class PollsController {
  constructor(private readonly polls: PollsService) {}

  @Post('vote')
  @Status(200)
  @Answers(PostAnswer)
  @Limited('votes')
  vote(
    @CurrentFan() fan: Fan,
    @ValidId('id') id: string,
    @ValidBody(Vote) vote: Vote,
  ): Promise<PostAnswer> {
    return this.polls.vote(fan, id, vote);
  }
}
