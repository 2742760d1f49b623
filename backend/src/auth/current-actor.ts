import { Injectable, type PipeTransform } from '@nestjs/common';

import type { Actor } from '../audit-log/audit-log.service.js';
import { type Admin, CurrentAdmin } from '../common/auth/audience.js';
import { AdminAccountsService } from './admin-accounts.service.js';

@Injectable()
class ActorOfAdmin implements PipeTransform<Admin, Promise<Actor>> {
  constructor(private readonly accounts: AdminAccountsService) {}

  transform(admin: Admin): Promise<Actor> {
    return this.accounts.actor(admin);
  }
}

/** The signed-in admin of this request, as an actor of the audit log. */
export const CurrentActor = () => CurrentAdmin(ActorOfAdmin);
