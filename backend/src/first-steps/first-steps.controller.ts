import { Controller, Delete, Get, Put } from '@nestjs/common';
import {
  ChosenTeam,
  FirstSteps,
  FriendSuggestion,
  SuggestionsQuery,
  TeamChoice,
} from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidBody, ValidQuery } from '../common/http/inputs.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { FirstStepsService } from './first-steps.service.js';
import { SampledSuggestionsService } from './sampled-suggestions.service.js';

/** The first steps of a newcomer. */
@Controller('api/user')
export class FirstStepsController {
  constructor(
    private readonly steps: FirstStepsService,
    private readonly suggestions: SampledSuggestionsService,
  ) {}

  @Get('first-steps')
  @Answers(FirstSteps)
  firstSteps(@CurrentFan() fan: Fan): Promise<FirstSteps> {
    return this.steps.get(fan);
  }

  @Delete('first-steps')
  @Status(204)
  dismiss(@CurrentFan() fan: Fan): Promise<void> {
    return this.steps.dismiss(fan);
  }

  @Put('team')
  @Answers(ChosenTeam)
  chooseTeam(
    @CurrentFan() fan: Fan,
    @ValidBody(TeamChoice) choice: TeamChoice,
  ): Promise<ChosenTeam> {
    return this.steps.chooseTeam(fan, choice);
  }

  @Get('friend-suggestions')
  @Answers([FriendSuggestion])
  suggest(
    @CurrentFan() fan: Fan,
    @ValidQuery(SuggestionsQuery) query: SuggestionsQuery,
  ): Promise<FriendSuggestion[]> {
    return this.suggestions.suggest(fan, query.limit);
  }
}
