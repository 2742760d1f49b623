import { Controller, Get, Inject } from '@nestjs/common';
import { PushKey } from '@kickoff/contracts';

import { KEYS } from '../common/config/config.module.js';
import type { Keys } from '../common/config/keys.js';
import { Answers } from '../common/openapi/answers.js';

@Controller('api/push')
export class PushController {
  constructor(@Inject(KEYS) private readonly keys: Keys) {}

  @Get('key')
  @Answers(PushKey)
  key(): PushKey {
    return { key: this.keys.push.publicKey };
  }
}
