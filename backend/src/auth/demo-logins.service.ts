import { Inject, Injectable } from '@nestjs/common';
import { DEMO_LOGINS, type DemoLogins, type Login } from '@kickoff/contracts';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { UsersService } from '../users/users.service.js';

/** Owns where the logins that everyone knows are offered, and where they are refused. */
@Injectable()
export class DemoLoginsService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly users: UsersService,
  ) {}

  /** The demo logins, on a server that has the demo cast and listens on loopback only; elsewhere none. */
  async offer(): Promise<DemoLogins> {
    const isOffered =
      this.settings.demo &&
      this.settings.onLoopback &&
      (await Promise.all(DEMO_LOGINS.fans.map(({ email }) => this.users.findByEmail(email)))).every(
        (fan) => fan !== null,
      );
    return isOffered
      ? { fans: DEMO_LOGINS.fans, admins: [DEMO_LOGINS.admin] }
      : { fans: [], admins: [] };
  }

  /** Whether a login is known to everyone while strangers can reach this server. */
  isRefused(login: Login): boolean {
    const known = [...DEMO_LOGINS.fans, DEMO_LOGINS.admin];
    return (
      !this.settings.onLoopback &&
      known.some(({ email, password }) => email === login.email && password === login.password)
    );
  }
}
