import { Controller, Post } from '@nestjs/common';
import { EmailUndone, ProfileForm, ProfileUpdated, UndoEmail } from '@kickoff/contracts';

import { CurrentFan, type Fan, Public } from '../common/auth/audience.js';
import { ValidBody } from '../common/http/inputs.js';
import { FormFields, FormFiles } from '../common/http/multipart.js';
import { ClientAddress } from '../common/limits/client-address.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { ProfilesService } from '../people/profiles.service.js';
import { EmailChangesService } from './email-changes.service.js';

/**
 * The profile form is in auth rather than in people: it can change the email, which is a
 * credential.
 */
@Controller('api/user')
export class EmailChangesController {
  constructor(
    private readonly emails: EmailChangesService,
    private readonly profiles: ProfilesService,
  ) {}

  @Post('update-profile')
  @Status(200)
  @Answers(ProfileUpdated)
  @FormFields('profilePicture')
  async update(
    @CurrentFan() fan: Fan,
    @ValidBody(ProfileForm) form: ProfileForm,
    @FormFiles() { profilePicture }: FormFiles,
    @ClientAddress() address: string,
  ): Promise<ProfileUpdated> {
    await this.emails.update(fan, form, profilePicture, address);
    return { user: await this.profiles.own(fan) };
  }

  @Public()
  @Post('undo-email')
  @Status(200)
  @Answers(EmailUndone)
  @Limited('undoEmail')
  undo(@ValidBody(UndoEmail) { token }: UndoEmail): Promise<EmailUndone> {
    return this.emails.undo(token);
  }
}
