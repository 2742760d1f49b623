import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport';

import type { Admin, Fan } from '../common/auth/audience.js';
import type { Callers } from './callers.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The application's own way to find out who calls; put there by the guard. */
    callers?: Callers;
  }
}

/**
 * Passport keeps its strategies once for the whole process, where two
 * applications may run. So a strategy holds nothing of an application and asks
 * the one whose request it is.
 */
function callersOf(request: Request): Callers {
  if (!request.callers) throw new Error('A strategy ran outside the guard');
  return request.callers;
}

/** A fan by bearer or by cookie. */
@Injectable()
export class FanStrategy extends PassportStrategy(Strategy, 'fan') {
  override authenticate(request: Request): void {
    this.validate(request).then(
      (fan) => (fan ? this.success(fan) : this.fail(401)),
      (error: unknown) => this.error(error),
    );
  }

  validate(request: Request): Promise<Fan | undefined> {
    return callersOf(request).fanOf(request);
  }
}

/** An admin by bearer. */
@Injectable()
export class AdminStrategy extends PassportStrategy(Strategy, 'admin') {
  override authenticate(request: Request): void {
    this.validate(request).then(
      (admin) => (admin ? this.success(admin) : this.fail(401)),
      (error: unknown) => this.error(error),
    );
  }

  validate(request: Request): Promise<Admin | undefined> {
    return callersOf(request).adminOf(request);
  }
}
