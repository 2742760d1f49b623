import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

import { RouteAudience } from '../common/auth/audience.js';
import { Unauthenticated } from '../common/errors/coded-errors.js';
import { SameOrigin } from '../common/http/same-origin.js';
import { CallLimits } from '../common/limits/call-limits.js';
import { Callers } from './callers.js';

/** Closed by default: every call needs a live session of its audience unless its route is marked public. No call is free of limits. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: Callers,
    private readonly sameOrigin: SameOrigin,
    private readonly limits: CallLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const audience =
      this.reflector.getAllAndOverride(RouteAudience, [context.getHandler(), context.getClass()]) ??
      'fan';
    if (audience !== 'public') await this.requireSession(audience, context);
    await this.limits.admit(context);
    return true;
  }

  private async requireSession(
    audience: 'fan' | 'admin',
    context: ExecutionContext,
  ): Promise<void> {
    const request = context.switchToHttp().getRequest<Request>();
    const caller =
      audience === 'admin'
        ? await this.callers.adminOf(request)
        : await this.callers.fanOf(request);
    if (!caller) {
      // Whoever guesses tokens is slowed down like any caller without a session.
      await this.limits.countRefused(context);
      throw new Unauthenticated();
    }
    request.caller = caller;
    this.sameOrigin.require(request);
  }
}
