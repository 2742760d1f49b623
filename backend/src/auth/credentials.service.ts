import { Injectable, Logger } from '@nestjs/common';
import type { Login } from '@kickoff/contracts';

import type { Caller } from '../common/auth/audience.js';
import { Forbidden, Unauthenticated } from '../common/errors/coded-errors.js';
import type { Client } from '../common/http/client.js';
import { loginAccount, LoginLimits } from '../common/limits/login-limits.js';
import { DemoLoginsService } from './demo-logins.service.js';
import { PasswordsService } from './passwords.service.js';

interface Account {
  email: string;
  passwordHash: string;
}

/** Verifies passwords of accounts, under the rate limits of guesses. */
@Injectable()
export class CredentialsService {
  private readonly logger = new Logger(CredentialsService.name);

  constructor(
    private readonly passwords: PasswordsService,
    private readonly logins: LoginLimits,
    private readonly demo: DemoLoginsService,
  ) {}

  /**
   * Returns the account of a login; an unknown email and a wrong password are indistinguishable.
   */
  async accountOf<Found extends Account>(
    audience: 'fan' | 'admin',
    form: Login,
    client: Client,
    find: (email: string) => Promise<Found | null>,
  ): Promise<Found> {
    const attempt = { account: loginAccount(audience, form.email), address: client.address };
    const account = await this.logins.attempt(attempt, async () => {
      const known = await find(form.email);
      const isRight = await this.passwords.matches(form.password, known?.passwordHash);
      return known && isRight && !this.demo.isRefused(form, client) ? known : undefined;
    });
    if (!account) {
      this.logger.warn({ event: 'login_refused', audience });
      throw new Unauthenticated('Invalid email or password');
    }
    return account;
  }

  /** Verifies the current password of a signed-in fan, under the rate limits of a login. */
  async requirePresent<Found extends Account>(
    fan: Caller,
    password: string,
    address: string,
    account: Found | null,
  ): Promise<Found> {
    const attempt = { account: loginAccount('fan', account?.email ?? fan.id), address };
    const owner = await this.logins.attempt(attempt, async () => {
      const isRight = await this.passwords.matches(password, account?.passwordHash);
      return account && isRight ? account : undefined;
    });
    if (!owner) throw new Forbidden('The current password is wrong');
    return owner;
  }
}
