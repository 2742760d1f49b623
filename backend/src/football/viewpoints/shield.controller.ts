import { Controller, Get, Put } from '@nestjs/common';
import { Shield } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../../common/auth/audience.js';
import { ValidBody } from '../../common/http/inputs.js';
import { Limited } from '../../common/limits/rate-limits.js';
import { Answers } from '../../common/openapi/answers.js';
import { ShieldsService } from './shields.service.js';

@Controller('api/user/shield')
export class ShieldController {
  constructor(private readonly shields: ShieldsService) {}

  @Get()
  @Answers(Shield)
  get(@CurrentFan() fan: Fan): Promise<Shield> {
    return this.shields.get(fan);
  }

  @Put()
  @Limited('viewpoints')
  @Answers(Shield)
  replace(@CurrentFan() fan: Fan, @ValidBody(Shield) shield: Shield): Promise<Shield> {
    return this.shields.replace(fan, shield);
  }
}
