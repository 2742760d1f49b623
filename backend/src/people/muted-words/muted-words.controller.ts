import { Controller, Get, Put } from '@nestjs/common';
import { type MutedWord, MutedWords } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../../common/auth/audience.js';
import { ValidBody } from '../../common/http/inputs.js';
import { Answers } from '../../common/openapi/answers.js';
import { MutedWordsService } from './muted-words.service.js';

@Controller('api/user/muted-words')
export class MutedWordsController {
  constructor(private readonly words: MutedWordsService) {}

  @Get()
  @Answers(MutedWords)
  list(@CurrentFan() fan: Fan): Promise<MutedWord[]> {
    return this.words.list(fan.id);
  }

  @Put()
  @Answers(MutedWords)
  replace(@CurrentFan() fan: Fan, @ValidBody(MutedWords) words: MutedWords): Promise<MutedWord[]> {
    return this.words.replace(fan, words);
  }
}
