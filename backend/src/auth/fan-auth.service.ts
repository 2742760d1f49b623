import { Injectable } from '@nestjs/common';
import type { FanLoggedIn, FanRegistered, FanRegistration, Login } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Unauthenticated } from '../common/errors/coded-errors.js';
import { LoginLimits } from '../common/limits/login-limits.js';
import { UsersService } from '../users/users.service.js';
import { hashPassword, isPassword } from './passwords.js';
import { SessionsService } from './sessions.service.js';

/** Owns how fans come in and leave. Their names and data belong to users. */
@Injectable()
export class FanAuthService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly logins: LoginLimits,
  ) {}

  async register(form: FanRegistration): Promise<FanRegistered> {
    const fan = await this.users.create({
      username: form.username,
      email: form.email,
      phone: form.phone,
      passwordHash: await hashPassword(form.password),
      hideContact: form.hideContact ?? false,
    });
    return { message: 'Registration successful', user: { _id: fan._id, username: fan.username } };
  }

  async login(form: Login, device: string, address: string): Promise<FanLoggedIn> {
    const user = await this.logins.attempt({ account: `fan:${form.email}`, address }, async () => {
      const known = await this.users.findByEmail(form.email);
      const isRight = await isPassword(form.password, known?.passwordHash);
      return isRight && known ? known : undefined;
    });
    if (!user) throw new Unauthenticated('Invalid email or password');
    const id = user._id.toString();
    const token = await this.sessions.begin('fan', id, device);
    return {
      token,
      user: { _id: id, username: user.username, profilePicture: user.profilePicture },
    };
  }

  logout(fan: Fan): Promise<void> {
    return this.sessions.end(fan.sessionId);
  }
}
