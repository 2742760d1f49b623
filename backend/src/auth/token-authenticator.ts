import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { Request } from 'express';
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
type Claims = z.infer<typeof Claims>;

/** Seconds by which clocks of several instances may differ. */
const CLOCK_TOLERANCE_S = 60;

/** The bearer token; null without the header, '' for a malformed one, which is never valid. */
function readBearer(request: Request): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}

/** Finds the caller of a request by its bearer token or session cookie. */
@Injectable()
export class TokenAuthenticator {
  constructor(
    private readonly tokens: JwtService,
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Authenticates a fan by bearer or cookie; with both, they must name the same fan. A browser sends
   * one token as both, whose session is looked up once.
   */
  async authenticateFan(request: Request): Promise<Fan | undefined> {
    const given = [readBearer(request), SessionCookie.read(request)].filter(
      (token) => token !== null,
    );
    const [first, ...others] = await Promise.all(
      [...new Set(given)].map((token) => this.authenticate('fan', token)),
    );
    return others.every((other) => other?.id === first?.id) ? first : undefined;
  }

  /** Authenticates an admin by bearer only: a cookie never authorizes admin requests. */
  async authenticateAdmin(request: Request): Promise<Admin | undefined> {
    const token = readBearer(request);
    return token === null ? undefined : this.authenticate('admin', token);
  }

  /** Returns the claims of a token; undefined if it is forged, expired or of the other audience. */
  async verify(audience: 'fan' | 'admin', token: string): Promise<Claims | undefined> {
    try {
      const claims: unknown = await this.tokens.verifyAsync(token, {
        algorithms: ['HS256'],
        audience,
        clockTolerance: CLOCK_TOLERANCE_S,
        clockTimestamp: Math.floor(this.clock.now().getTime() / 1000),
      });
      const { data } = Claims.safeParse(claims);
      return data?.typ === audience ? data : undefined;
    } catch {
      // Any verification error means the token is invalid.
      return undefined;
    }
  }

  /** Returns the token's owner; undefined if the token is invalid or its session has ended. */
  private async authenticate<A extends 'fan' | 'admin'>(audience: A, token: string) {
    const claims = await this.verify(audience, token);
    if (!claims || !(await this.sessions.isLive(audience, claims))) return undefined;
    return { id: claims.sub, sessionId: claims.sid, audience };
  }
}
