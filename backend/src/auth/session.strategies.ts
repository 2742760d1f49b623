import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport';
import { z } from 'zod';

import type { Admin, Fan } from '../common/auth/audience.js';
import { Clock } from '../common/time/clock.js';
import { SessionCookie } from './session-cookie.js';
import { SessionsService } from './sessions.service.js';

const id = z.string().regex(/^[0-9a-f]{24}$/);
const moment = z.number();
const Claims = z.object({
  sub: id,
  sid: id,
  typ: z.enum(['fan', 'admin']),
  iat: moment,
  exp: moment,
});

/** Seconds by which clocks of several instances may differ. */
const CLOCK_TOLERANCE = 60;

/** The bearer token; another form of that header is a token that names nobody. */
function bearerOf(request: Request): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}

/** Reads a token of one audience and asks for its session; shared by the two strategies below. */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly tokens: JwtService,
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
  ) {}

  /** The caller whom a token names, or nobody when it is forged, old, of the other kind or ended. */
  async callerOf<A extends 'fan' | 'admin'>(audience: A, token: string) {
    const claims = await this.verified(audience, token);
    if (!claims || !(await this.sessions.isLive(audience, claims))) return undefined;
    return { id: claims.sub, sessionId: claims.sid, audience };
  }

  private async verified(audience: 'fan' | 'admin', token: string) {
    try {
      const claims: unknown = await this.tokens.verifyAsync(token, {
        algorithms: ['HS256'],
        audience,
        clockTolerance: CLOCK_TOLERANCE,
        clockTimestamp: Math.floor(this.clock.now().getTime() / 1000),
      });
      const { data } = Claims.safeParse(claims);
      return data?.typ === audience ? data : undefined;
    } catch {
      // Whatever is wrong with a token, it is no credential.
      return undefined;
    }
  }
}

/** A fan by bearer or by cookie; both together must name the same fan. */
@Injectable()
export class FanStrategy extends PassportStrategy(Strategy, 'fan') {
  constructor(private readonly tokens: SessionTokens) {
    super();
  }

  override authenticate(request: Request): void {
    this.validate(request).then(
      (fan) => (fan ? this.success(fan) : this.fail(401)),
      (error: unknown) => this.error(error),
    );
  }

  async validate(request: Request): Promise<Fan | undefined> {
    const given = [bearerOf(request), SessionCookie.read(request)].filter(
      (token) => token !== null,
    );
    const [first, ...others] = await Promise.all(
      given.map((token) => this.tokens.callerOf('fan', token)),
    );
    return others.every((other) => other?.id === first?.id) ? first : undefined;
  }
}

/** An admin by bearer alone: a cookie never opens an admin call. */
@Injectable()
export class AdminStrategy extends PassportStrategy(Strategy, 'admin') {
  constructor(private readonly tokens: SessionTokens) {
    super();
  }

  override authenticate(request: Request): void {
    this.validate(request).then(
      (admin) => (admin ? this.success(admin) : this.fail(401)),
      (error: unknown) => this.error(error),
    );
  }

  async validate(request: Request): Promise<Admin | undefined> {
    const token = bearerOf(request);
    return token === null ? undefined : this.tokens.callerOf('admin', token);
  }
}
