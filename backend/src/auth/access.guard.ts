import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';

import { Forbidden, Unauthenticated } from '../common/errors/coded-errors.js';
import { declaredAudience } from '../common/http/route-marks.js';
import { SameOrigin } from '../common/http/same-origin.js';
import { CallLimits } from '../common/limits/call-limits.js';
import { TokenAuthenticator } from './token-authenticator.js';

const options = { property: 'caller', session: false };

/** Returns the caller found by a strategy, or throws its refusal. */
function callerOrRefusal<Caller>(error: unknown, caller: Caller | false): Caller {
  if (error instanceof Error) throw error;
  if (!caller) throw new Unauthenticated();
  return caller;
}

class FanSession extends AuthGuard('fan') {
  override handleRequest<Caller>(error: unknown, caller: Caller | false): Caller {
    return callerOrRefusal(error, caller);
  }
}

class AdminSession extends AuthGuard('admin') {
  override handleRequest<Caller>(error: unknown, caller: Caller | false): Caller {
    return callerOrRefusal(error, caller);
  }
}

/**
 * Closed by default: a request needs an open session of the route's audience unless the route is
 * public. Rate limits apply to every request except those of probes (`Unlimited`).
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly guards = { fan: new FanSession(options), admin: new AdminSession(options) };

  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: TokenAuthenticator,
    private readonly sameOrigin: SameOrigin,
    private readonly limits: CallLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { path } = context.switchToHttp().getRequest<Request>();
    const marked = [context.getClass(), context.getHandler()] as const;
    const audience = declaredAudience(this.reflector, ...marked, path);
    if (audience === 'nobody') throw new Forbidden();
    if (audience !== 'public') await this.requireSession(audience, context);
    await this.limits.admit(context);
    return true;
  }

  private async requireSession(
    audience: 'fan' | 'admin',
    context: ExecutionContext,
  ): Promise<void> {
    const request = context.switchToHttp().getRequest<Request>();
    request.authenticator = this.authenticator;
    try {
      await this.guards[audience].canActivate(context);
    } catch (error) {
      // Guessed tokens count towards the limit of callers without a session.
      if (error instanceof Unauthenticated) await this.limits.countRefused(context);
      throw error;
    }
    this.sameOrigin.require(request);
  }
}
