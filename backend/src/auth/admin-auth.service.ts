import { Injectable, Logger } from '@nestjs/common';
import {
  type AdminLoggedIn,
  type AdminRegistered,
  type AdminRegistration,
  type Login,
  MESSAGES,
} from '@kickoff/contracts';

import type { Admin } from '../common/auth/audience.js';
import { Forbidden, InvalidInput } from '../common/errors/coded-errors.js';
import type { Client } from '../common/http/client.js';
import { isReserved } from '../users/username-key.js';
import { AdminAccountsService } from './admin-accounts.service.js';
import { CredentialsService } from './credentials.service.js';
import { PasswordsService } from './passwords.service.js';
import { SessionsService } from './sessions.service.js';

/** Registration, login and logout of admins. Their accounts belong to AdminAccountsService. */
@Injectable()
export class AdminAuthService {
  private readonly logger = new Logger(AdminAuthService.name);

  constructor(
    private readonly accounts: AdminAccountsService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly credentials: CredentialsService,
  ) {}

  async register(
    form: AdminRegistration,
    client: Pick<Client, 'isDirect'>,
  ): Promise<AdminRegistered> {
    if (isReserved(form.username)) throw InvalidInput.in('username', MESSAGES.usernameReserved);
    await this.passwords.requireUncommon(form.password, form);
    const passwordHash = await this.passwords.hash(form.password);
    const { _id, status } = await this.accounts.create(form, passwordHash, client);
    this.logger.log({ event: 'admin_registered', adminId: _id, status });
    return { ok: true, status };
  }

  /** A pending approval is disclosed only after the correct password. */
  async login(form: Login, userAgent: string, client: Client): Promise<AdminLoggedIn> {
    const admin = await this.credentials.accountOf('admin', form, client, (email) =>
      this.accounts.findByEmail(email),
    );
    if (admin.status !== 'active') {
      throw new Forbidden('Your admin account is waiting for approval');
    }
    const adminId = admin._id;
    const token = await this.sessions.begin('admin', adminId, userAgent, async () => {
      const present = await this.accounts.findById(adminId);
      return present?.status === 'active' && present.passwordHash === admin.passwordHash;
    });
    this.logger.log({ event: 'login_succeeded', audience: 'admin', adminId });
    return { token, user: { _id: adminId, username: admin.username } };
  }

  logout(admin: Admin): Promise<void> {
    return this.sessions.end(admin);
  }
}
