import { Controller, Get, Patch } from '@nestjs/common';
import { FanSettings, FriendProfile, OwnProfile, SettingsChange } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { PathParam, pathText, ValidBody } from '../common/http/inputs.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers } from '../common/openapi/answers.js';
import { OwnDataService } from '../users/own-data.service.js';
import { ProfilesService } from './profiles.service.js';

@Controller('api/user')
export class ProfilesController {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly ownData: OwnDataService,
  ) {}

  @Get('profile')
  @Answers(OwnProfile)
  own(@CurrentFan() fan: Fan): Promise<OwnProfile> {
    return this.profiles.own(fan);
  }

  @Patch('settings')
  @Answers(FanSettings)
  changeSettings(
    @CurrentFan() fan: Fan,
    @ValidBody(SettingsChange) change: SettingsChange,
  ): Promise<FanSettings> {
    return this.ownData.changeSettings(fan, change);
  }

  @Get('friend-profile/:username')
  @Answers(FriendProfile)
  @Limited('profiles')
  byName(
    @CurrentFan() fan: Fan,
    @PathParam('username', pathText) username: string,
  ): Promise<FriendProfile> {
    return this.profiles.findByName(fan, username);
  }
}
