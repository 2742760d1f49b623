import { Body, Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import {
  FanSettings,
  OwnProfile,
  ProfileForm,
  ProfileUpdated,
  SettingsChange,
} from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { FormFields, FormFiles } from '../common/http/multipart.js';
import { Answers } from '../common/openapi/answers.js';
import { OwnDataService } from './own-data.service.js';
import { UsersService } from './users.service.js';

@Controller('api/user')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly ownData: OwnDataService,
  ) {}

  @Get('profile')
  @Answers(OwnProfile)
  ownProfile(@CurrentFan() fan: Fan): Promise<OwnProfile> {
    return this.users.ownProfile(fan.id);
  }

  @Post('update-profile')
  @HttpCode(200)
  @Answers(ProfileUpdated)
  @FormFields('profilePicture')
  async update(
    @CurrentFan() fan: Fan,
    @Body({ schema: ProfileForm }) form: ProfileForm,
    @FormFiles() { profilePicture }: FormFiles,
  ): Promise<ProfileUpdated> {
    await this.ownData.update(fan, form, profilePicture);
    return { user: await this.users.ownProfile(fan.id) };
  }

  @Patch('settings')
  @Answers(FanSettings)
  changeSettings(
    @CurrentFan() fan: Fan,
    @Body({ schema: SettingsChange }) change: SettingsChange,
  ): Promise<FanSettings> {
    return this.ownData.changeSettings(fan, change);
  }
}
