import { Injectable } from '@nestjs/common';
import { ADMIN_SESSION_MS, type SessionRow } from '@kickoff/contracts';
import { JwtService } from '@nestjs/jwt';

import { newId } from '../common/mongo/ids.js';
import type { Admin, Fan } from '../common/auth/audience.js';
import { NotFound, Unauthenticated } from '../common/errors/coded-errors.js';
import { afterCommit } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { TurnBatches } from '../common/work/turn-batches.js';
import { LiveService } from '../live/live.service.js';
import { UsersService } from '../users/users.service.js';
import { formatDevice } from './device.js';
import type { Session } from './session.schema.js';
import { toSessionRow } from './session.view.js';
import { SessionsRepository } from './sessions.repository.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Idle and absolute lifetime of a session (API.md §2). */
const LIFETIMES = {
  fan: { idleMs: 7 * DAY_MS, totalMs: 30 * DAY_MS },
  admin: { idleMs: ADMIN_SESSION_MS.idle, totalMs: ADMIN_SESSION_MS.total },
} as const;

/** Batch size of session look-ups. */
const LOOKUP_BATCH = 1_000;

/** Beyond this number the oldest session ends. */
const MAX_SESSIONS = 10;

/** Claims of a token. Only the session's row decides whether it is still valid. */
export interface TokenClaims {
  sub: string;
  sid: string;
}

type SessionTimes = Pick<Session, 'createdAt' | 'lastSeenAt'>;

/** Logins, stored as rows, and their tokens. */
@Injectable()
export class SessionsService {
  /** Look-ups of concurrent requests by audience: one query for all. */
  private readonly lookups = new TurnBatches<
    TokenClaims,
    SessionTimes | undefined,
    Session['audience']
  >((audience, claims) => this.findEachLive(audience, claims));

  constructor(
    private readonly repository: SessionsRepository,
    private readonly tokens: JwtService,
    private readonly users: UsersService,
    private readonly live: LiveService,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a session and returns its token.
   *
   * @param userAgent the request's user agent
   * @param mayStay called after the insert: a concurrent change of password or removal of the
   *   account either ends this session or is detected here
   */
  async begin(
    audience: Session['audience'],
    ownerId: string,
    userAgent: string,
    mayStay: () => Promise<boolean>,
  ): Promise<string> {
    const now = this.clock.now();
    const { idleMs, totalMs } = LIFETIMES[audience];
    const session: Session = {
      _id: newId(),
      ownerId,
      audience,
      device: formatDevice(userAgent),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + idleMs),
    };
    await this.repository.insert(session);
    if (!(await mayStay())) {
      await this.repository.remove(session._id, ownerId, audience);
      throw new Unauthenticated();
    }
    await this.endOldest(audience, ownerId);
    if (audience === 'fan') await this.users.wasSeen(ownerId);
    return this.tokens.sign(
      {
        sid: session._id,
        typ: audience,
        iat: Math.floor(now.getTime() / 1000),
        exp: Math.floor((now.getTime() + totalMs) / 1000),
      },
      { audience, subject: ownerId, algorithm: 'HS256' },
    );
  }

  /** Returns whether the token's session is open. Use extends its expiry, at most once a minute. */
  async isLive(audience: Session['audience'], claims: TokenClaims): Promise<boolean> {
    const now = this.clock.now();
    const session = await this.lookups.add(audience, claims);
    if (!session) return false;
    if (now.getTime() - session.lastSeenAt.getTime() >= MINUTE_MS) {
      const { idleMs, totalMs } = LIFETIMES[audience];
      const end = Math.min(now.getTime() + idleMs, session.createdAt.getTime() + totalMs);
      await this.repository.touch(claims.sid, now, new Date(end));
      if (audience === 'fan') await this.users.wasSeen(claims.sub);
    }
    return true;
  }

  /**
   * Throws if the caller's session has ended since the request started. For use inside a
   * transaction.
   */
  async requireOpen(caller: Fan | Admin): Promise<void> {
    const { id, sessionId, audience } = caller;
    const now = this.clock.now();
    const session = await this.repository.findLive(sessionId, id, audience, now);
    if (!session) throw new Unauthenticated();
  }

  /** Returns which of these sessions are still open; queries in batches. */
  async stillOpen(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const now = this.clock.now();
    const open = new Set<string>();
    for (let at = 0; at < ids.length; at += LOOKUP_BATCH) {
      for (const id of await this.repository.findOpen(ids.slice(at, at + LOOKUP_BATCH), now))
        open.add(id);
    }
    return open;
  }

  /** The caller's own open sessions, newest first. */
  async list({ id, audience, sessionId }: Fan | Admin): Promise<SessionRow[]> {
    const sessions = await this.repository.findAllLive(id, audience, this.clock.now());
    return sessions.map((session) => toSessionRow(session, sessionId));
  }

  /** Returns the open sessions of a fan for admins. */
  async listOf(fanId: string): Promise<Omit<SessionRow, 'current'>[]> {
    const sessions = await this.repository.findAllLive(fanId, 'fan', this.clock.now());
    return sessions.map((session) => {
      const { _id, createdAt, lastSeenAt, device } = toSessionRow(session, '');
      return { _id, createdAt, lastSeenAt, device };
    });
  }

  /** Counts the open sessions of these fans. */
  countOf(fanIds: readonly string[]): Promise<number> {
    return this.repository.countAllLive(fanIds, 'fan', this.clock.now());
  }

  /** Ends one of the caller's sessions. */
  async endOwn(caller: Fan | Admin, id: string): Promise<void> {
    const { id: ownerId, audience } = caller;
    if (!(await this.repository.remove(id, ownerId, audience))) throw new NotFound('session');
    if (audience === 'fan') await this.live.endSession(id);
  }

  /** Ends the session of this request. */
  async end(caller: Fan | Admin): Promise<void> {
    await this.repository.remove(caller.sessionId, caller.id, caller.audience);
    if (caller.audience === 'fan') await this.live.endSession(caller.sessionId);
  }

  /** Ends all sessions of an account, on all instances, immediately. */
  async endAll(audience: Session['audience'], ownerId: string): Promise<void> {
    await this.repository.removeAll(ownerId, audience);
    if (audience === 'fan') await afterCommit(() => this.live.endAll(ownerId));
  }

  /**
   * Ends all sessions of an account before and after a change that closes it: before, so that a
   * crash in between leaves no session open; after the commit, for concurrent logins.
   */
  async endAllAround<Result>(
    audience: Session['audience'],
    ownerId: string,
    change: () => Promise<Result>,
  ): Promise<Result> {
    await this.endAll(audience, ownerId);
    const result = await change();
    await afterCommit(() => this.endAll(audience, ownerId));
    return result;
  }

  /** Finds the open sessions of their owners; undefined for each that has ended. */
  private async findEachLive(
    audience: Session['audience'],
    claims: readonly TokenClaims[],
  ): Promise<(SessionTimes | undefined)[]> {
    const ids = new Set(claims.map(({ sid }) => sid));
    const open = await this.repository.findEachLive([...ids], audience, this.clock.now());
    return claims.map(({ sid, sub }) => {
      const session = open.get(sid);
      return session?.ownerId === sub ? session : undefined;
    });
  }

  private async endOldest(audience: Session['audience'], ownerId: string): Promise<void> {
    const sessions = await this.repository.findAllLive(ownerId, audience, this.clock.now());
    const surplus = sessions.slice(MAX_SESSIONS).map((session) => session._id);
    if (surplus.length === 0) return;
    await this.repository.removeMany(surplus);
    if (audience === 'fan') for (const id of surplus) await this.live.endSession(id);
  }
}
