import { Injectable, Logger } from '@nestjs/common';
import type { MessageAnswer } from '@kickoff/contracts';

import { FanAuthService } from '../auth/fan-auth.service.js';
import type { Fan } from '../common/auth/audience.js';
import { inBackground } from '../common/mongo/background.js';
import { Clock } from '../common/time/clock.js';
import { ProfilesService } from '../people/profiles.service.js';
import { AccountRemovalsService } from './account-removals.service.js';
import { type Archive, createArchive } from './export-archive.js';
import { PersonalDataSources } from './personal-data-sources.js';

/** Data export and account deletion. */
@Injectable()
export class AccountsService {
  private readonly logger = new Logger(AccountsService.name);

  constructor(
    private readonly auth: FanAuthService,
    private readonly profiles: ProfilesService,
    private readonly sources: PersonalDataSources,
    private readonly removals: AccountRemovalsService,
    private readonly clock: Clock,
  ) {}

  /** Creates the archive of a fan's data, which is read from the database while it is sent. */
  async export(fan: Fan): Promise<Archive> {
    const account = await inBackground(() => this.profiles.own(fan));
    this.logger.log({ event: 'account_exported', fanId: fan.id });
    return createArchive({ fan, account, at: this.clock.now(), sources: this.sources.all });
  }

  /** Deletes the account permanently, after checking its password. */
  async remove(fan: Fan, password: string, address: string): Promise<MessageAnswer> {
    await this.auth.requirePassword(fan, password, address);
    await this.removals.begin(fan.id);
    return { message: 'Your account has been deleted' };
  }

  /** Deletes a fan's account by an admin's decision. Returns whether this call started the removal. */
  removeByAdmin(fanId: string): Promise<boolean> {
    return this.removals.begin(fanId);
  }
}
