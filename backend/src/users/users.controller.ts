import { Controller, Get } from '@nestjs/common';
import { OwnProfile } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { Answers } from '../common/openapi/answers.js';
import { UsersService } from './users.service.js';

@Controller('api/user')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('profile')
  @Answers(OwnProfile)
  ownProfile(@CurrentFan() fan: Fan): Promise<OwnProfile> {
    return this.users.ownProfile(fan.id);
  }
}
