import { Controller, Get, Param } from '@nestjs/common';
import { FriendProfile, OwnProfile } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { Answers } from '../common/openapi/answers.js';
import { ProfilesService } from './profiles.service.js';

@Controller('api/user')
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Get('profile')
  @Answers(OwnProfile)
  own(@CurrentFan() fan: Fan): Promise<OwnProfile> {
    return this.profiles.own(fan);
  }

  @Get('friend-profile/:username')
  @Answers(FriendProfile)
  byName(@CurrentFan() fan: Fan, @Param('username') username: string): Promise<FriendProfile> {
    return this.profiles.byName(fan, username);
  }
}
