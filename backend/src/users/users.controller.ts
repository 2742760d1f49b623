import { Controller, Get } from '@nestjs/common';
import type { OwnProfile } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { UsersService } from './users.service.js';

@Controller('api/user')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('profile')
  ownProfile(@CurrentFan() fan: Fan): Promise<OwnProfile> {
    return this.users.ownProfile(fan.id);
  }
}
