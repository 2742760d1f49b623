import { Inject, Injectable } from '@nestjs/common';
import { DEMO_LOGINS, type DemoLogins, type Login } from '@kickoff/contracts';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import type { Client } from '../common/http/client.js';
import { UsersService } from '../users/users.service.js';

/** Decides where the publicly known demo logins are offered, and where they are refused. */
@Injectable()
export class DemoLoginsService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly users: UsersService,
  ) {}

  /**
   * Returns the demo logins on a local server with the demo cast and for direct connections, else
   * none.
   */
  async offer(client: Pick<Client, 'isDirect'>): Promise<DemoLogins> {
    const isOffered =
      this.settings.demo &&
      this.isHere(client) &&
      (await Promise.all(DEMO_LOGINS.fans.map(({ email }) => this.users.findByEmail(email)))).every(
        (fan) => fan !== null,
      );
    return isOffered
      ? { fans: DEMO_LOGINS.fans, admins: [DEMO_LOGINS.admin] }
      : { fans: [], admins: [] };
  }

  /** Returns whether a login is publicly known while the server is reachable by strangers. */
  isRefused(login: Login, client: Client): boolean {
    const known = [...DEMO_LOGINS.fans, DEMO_LOGINS.admin];
    return (
      !this.isHere(client) &&
      known.some(({ email, password }) => email === login.email && password === login.password)
    );
  }

  private isHere({ isDirect }: Pick<Client, 'isDirect'>): boolean {
    return this.settings.isLocal && isDirect;
  }
}
