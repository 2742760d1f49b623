import { Injectable, Logger } from '@nestjs/common';
import type { MessageAnswer } from '@kickoff/contracts';
import type { ClientSession } from 'mongoose';

import { FanAuthService } from '../auth/fan-auth.service.js';
import type { Fan } from '../common/auth/audience.js';
import { Clock } from '../common/time/clock.js';
import { ProfilesService } from '../people/profiles.service.js';
import { AccountRemovalsService } from './account-removals.service.js';
import { type Archive, archiveOf } from './export-archive.js';
import { Holdings } from './holdings.js';

/** Owns how a fan takes everything along, and how a fan leaves. */
@Injectable()
export class AccountsService {
  private readonly logger = new Logger(AccountsService.name);

  constructor(
    private readonly auth: FanAuthService,
    private readonly profiles: ProfilesService,
    private readonly holdings: Holdings,
    private readonly removals: AccountRemovalsService,
    private readonly clock: Clock,
  ) {}

  /** Everything of the fan in one archive, read while it is sent. */
  async exportOf(fan: Fan): Promise<Archive> {
    const account = await this.profiles.own(fan);
    this.logger.log({ event: 'accountExported', fanId: fan.id });
    return archiveOf({ fan, account, at: this.clock.now(), holdings: this.holdings.all });
  }

  /** Ends the account for good, after its password. */
  async remove(fan: Fan, password: string, address: string): Promise<MessageAnswer> {
    await this.auth.requirePassword(fan, password, address);
    await this.removals.begin(fan.id);
    return { message: 'Your account has been deleted' };
  }

  /**
   * Ends a fan's account by an admin's decision.
   *
   * @param alongWith what has to stand with it or not at all
   * @returns whether this call has done it
   */
  removeByAdmin(
    fanId: string,
    alongWith: (transaction: ClientSession) => Promise<void>,
  ): Promise<boolean> {
    return this.removals.begin(fanId, alongWith);
  }
}
