import { Injectable, Logger } from '@nestjs/common';
import type {
  ChangePassword,
  FanLoggedIn,
  FanRegistered,
  FanRegistration,
  Login,
  PasswordChanged,
} from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Forbidden, Suspended } from '../common/errors/coded-errors.js';
import type { Client } from '../common/http/client.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { UsersService } from '../users/users.service.js';
import { TokenAuthenticator } from './token-authenticator.js';
import { CredentialsService } from './credentials.service.js';
import { PasswordsService } from './passwords.service.js';
import { SessionsService } from './sessions.service.js';

/** Registration, login, logout and passwords of fans. Their names and data belong to users. */
@Injectable()
export class FanAuthService {
  private readonly logger = new Logger(FanAuthService.name);

  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly tokens: TokenAuthenticator,
    private readonly credentials: CredentialsService,
  ) {}

  async register(form: FanRegistration): Promise<FanRegistered> {
    await this.passwords.requireUncommon(form.password, form);
    await this.users.requireFree(form);
    const fan = await this.users.create({
      username: form.username,
      email: form.email,
      phone: form.phone,
      passwordHash: await this.passwords.hash(form.password),
      hideContact: form.hideContact ?? false,
    });
    this.logger.log({ event: 'fan_registered', fanId: fan._id });
    return { message: 'Registration successful', user: { _id: fan._id, username: fan.username } };
  }

  /** A suspension is disclosed only after the correct password. */
  async login(form: Login, userAgent: string, client: Client): Promise<FanLoggedIn> {
    const user = await this.credentials.accountOf('fan', form, client, (email) =>
      this.users.findByEmail(email),
    );
    const suspension = this.users.suspensionInForce(user);
    if (suspension) throw new Suspended(suspension);

    const fanId = user._id;
    const token = await this.begin(fanId, user.passwordHash, userAgent);
    this.logger.log({ event: 'login_succeeded', audience: 'fan', fanId });
    return {
      token,
      user: { _id: fanId, username: user.username, profilePicture: user.profilePicture },
    };
  }

  /** Authenticates a suspended fan for an appeal and returns the suspension. */
  async suspendedFan(form: Login, client: Client) {
    const fan = await this.credentials.accountOf('fan', form, client, (email) =>
      this.users.findByEmail(email),
    );
    return { fan, suspension: this.users.suspensionInForce(fan) };
  }

  /**
   * Ends the session of this request and, if different, that of the cookie.
   *
   * @param cookieToken the token in the request's cookie
   */
  async logout(fan: Fan, cookieToken: string | null): Promise<void> {
    await this.sessions.end(fan);
    const other = cookieToken === null ? undefined : await this.tokens.verify('fan', cookieToken);
    if (!other || other.sid === fan.sessionId) return;
    await this.sessions.end({ ...fan, sessionId: other.sid });
  }

  /** Sets a new password, ends all sessions and starts a new one for the caller. */
  async changePassword(
    fan: Fan,
    form: ChangePassword,
    userAgent: string,
    address: string,
  ): Promise<PasswordChanged> {
    const known = await this.users.findById(fan.id);
    const user = await this.credentials.requirePresent(fan, form.currentPassword, address, known);
    await this.passwords.requireUncommon(form.newPassword, user);

    const passwordHash = await this.passwords.hash(form.newPassword);
    await inTransaction(async () => {
      const isReplaced = await this.sessions.endAllAround('fan', fan.id, () =>
        this.users.replacePassword(user._id, user.passwordHash, passwordHash),
      );
      // Of concurrent changes only the first matched the current password; the others end no session.
      if (!isReplaced) throw new Forbidden('The current password is wrong');
    });
    this.logger.log({ event: 'password_changed', audience: 'fan', fanId: fan.id });
    return {
      message: 'Your password has been changed',
      token: await this.begin(fan.id, passwordHash, userAgent),
    };
  }

  /** Verifies the current password before an irreversible action. */
  async requirePassword(fan: Fan, password: string, address: string): Promise<void> {
    const known = await this.users.findById(fan.id);
    await this.credentials.requirePresent(fan, password, address, known);
  }

  private begin(fanId: string, checkedHash: string, userAgent: string): Promise<string> {
    return this.sessions.begin('fan', fanId, userAgent, async () => {
      const user = await this.users.findById(fanId);
      return user?.passwordHash === checkedHash && !this.users.suspensionInForce(user);
    });
  }
}
