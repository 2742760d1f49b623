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
const CLOCK_TOLERANCE = 60;

/** Tokens whose signature was checked are known, so many of them at a time. */
const MOST_KNOWN = 10_000;

/** The bearer token; another form of that header is a token that names nobody. */
function bearerOf(request: Request): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}

/** Finds out who calls, by the request's credentials. */
@Injectable()
export class Callers {
  /** What genuine tokens say, in order of asking, oldest first: a signature that was right stays right. */
  private readonly known = new Map<string, Claims>();

  constructor(
    private readonly tokens: JwtService,
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
  ) {}

  /** A fan by bearer or by cookie; both together must name the same fan. */
  async fanOf(request: Request): Promise<Fan | undefined> {
    const given = [bearerOf(request), SessionCookie.read(request)].filter(
      (token) => token !== null,
    );
    const [first, ...others] = await Promise.all(given.map((token) => this.named('fan', token)));
    return others.every((other) => other?.id === first?.id) ? first : undefined;
  }

  /** An admin by bearer alone: a cookie never opens an admin call. */
  async adminOf(request: Request): Promise<Admin | undefined> {
    const token = bearerOf(request);
    return token === null ? undefined : this.named('admin', token);
  }

  /** The caller whom a token names, or nobody when it is forged, old, of the other kind or ended. */
  async named<A extends 'fan' | 'admin'>(audience: A, token: string) {
    const claims = await this.verified(audience, token);
    if (!claims || !(await this.sessions.isLive(audience, claims))) return undefined;
    return { id: claims.sub, sessionId: claims.sid, audience };
  }

  private async verified(audience: 'fan' | 'admin', token: string): Promise<Claims | undefined> {
    const claims = this.known.get(token) ?? (await this.checked(audience, token));
    const isOver = claims && claims.exp + CLOCK_TOLERANCE <= this.clock.now().getTime() / 1000;
    return claims?.typ === audience && !isOver ? claims : undefined;
  }

  private async checked(audience: 'fan' | 'admin', token: string): Promise<Claims | undefined> {
    try {
      const claims: unknown = await this.tokens.verifyAsync(token, {
        algorithms: ['HS256'],
        audience,
        clockTolerance: CLOCK_TOLERANCE,
        clockTimestamp: Math.floor(this.clock.now().getTime() / 1000),
      });
      const { data } = Claims.safeParse(claims);
      if (data?.typ === audience) this.remember(token, data);
      return data;
    } catch {
      // Whatever is wrong with a token, it is no credential.
      return undefined;
    }
  }

  private remember(token: string, claims: Claims): void {
    this.known.set(token, claims);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST_KNOWN) return;
      this.known.delete(oldest);
    }
  }
}
