import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport';

import type { Admin, Fan } from '../common/auth/audience.js';
import type { TokenAuthenticator } from './token-authenticator.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The application's authenticator, set by `AccessGuard`. */
    authenticator?: TokenAuthenticator;
  }
}

/**
 * Passport stores strategies per process, and tests run several applications in one process. So a
 * strategy has no state of its own and takes the authenticator from the request.
 */
function authenticatorOf(request: Request): TokenAuthenticator {
  if (!request.authenticator) throw new Error('A strategy ran outside the guard');
  return request.authenticator;
}

/** Authenticates a fan by bearer token or cookie. */
@Injectable()
export class FanStrategy extends PassportStrategy(Strategy, 'fan') {
  override authenticate(request: Request): void {
    this.validate(request).then(
      (fan) => (fan ? this.success(fan) : this.fail(401)),
      (error: unknown) => this.error(error),
    );
  }

  validate(request: Request): Promise<Fan | undefined> {
    return authenticatorOf(request).authenticateFan(request);
  }
}

/** Authenticates an admin by bearer token. */
@Injectable()
export class AdminStrategy extends PassportStrategy(Strategy, 'admin') {
  override authenticate(request: Request): void {
    this.validate(request).then(
      (admin) => (admin ? this.success(admin) : this.fail(401)),
      (error: unknown) => this.error(error),
    );
  }

  validate(request: Request): Promise<Admin | undefined> {
    return authenticatorOf(request).authenticateAdmin(request);
  }
}
