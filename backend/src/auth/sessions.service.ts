import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Types } from 'mongoose';

import { Clock } from '../common/time/clock.js';
import type { Session } from './session.schema.js';
import { SessionsRepository } from './sessions.repository.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lives without use, and at the most (API.md §2). */
const LIVES = {
  fan: { idleMs: 7 * DAY_MS, totalMs: 30 * DAY_MS },
  admin: { idleMs: HOUR_MS, totalMs: 12 * HOUR_MS },
} as const;

/** What a token says. Only the session's row decides whether it still counts. */
export interface TokenClaims {
  sub: string;
  sid: string;
}

/** Owns logins as rows in the database and the tokens that name them. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly tokens: JwtService,
    private readonly clock: Clock,
  ) {}

  /** Begins a session and returns its token. */
  async begin(audience: Session['audience'], ownerId: string, device: string): Promise<string> {
    const now = this.clock.now();
    const { idleMs, totalMs } = LIVES[audience];
    const session: Session = {
      _id: new Types.ObjectId(),
      ownerId: new Types.ObjectId(ownerId),
      audience,
      device,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + idleMs),
    };
    await this.repository.insert(session);
    return this.tokens.sign(
      {
        sid: session._id.toString(),
        iat: Math.floor(now.getTime() / 1000),
        exp: Math.floor((now.getTime() + totalMs) / 1000),
      },
      { audience, subject: ownerId, algorithm: 'HS256' },
    );
  }

  /** Whether the session named by a token is still open; its use moves its end, at most once a minute. */
  async isLive(audience: Session['audience'], claims: TokenClaims): Promise<boolean> {
    const now = this.clock.now();
    const session = await this.repository.findLive(claims.sid, claims.sub, audience, now);
    if (!session) return false;
    if (now.getTime() - session.lastSeenAt.getTime() >= MINUTE_MS) {
      const { idleMs, totalMs } = LIVES[audience];
      const end = Math.min(now.getTime() + idleMs, session.createdAt.getTime() + totalMs);
      await this.repository.touch(session._id, now, new Date(end));
    }
    return true;
  }

  end(id: string): Promise<void> {
    return this.repository.remove(id);
  }
}
