import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import {
  type AdminRegistration,
  type AdminRow,
  DEMO_LOGINS,
  type PageQuery,
} from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import type { Actor } from '../audit-log/audit-log.service.js';
import type { Admin } from '../common/auth/audience.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { Conflict, Unauthenticated } from '../common/errors/coded-errors.js';
import type { Client } from '../common/http/client.js';
import { Cursors, positionOf } from '../common/http/cursors.js';
import { cutPage, type Page } from '../common/http/page.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import { usernameKey, usernameSkeleton } from '../common/text/username-keys.js';
import { Clock } from '../common/time/clock.js';
import type { AdminAccount } from './admin-account.schema.js';
import { toAdminRow } from './admin-account.view.js';
import { AdminAccountsRepository } from './admin-accounts.repository.js';

/** Page size for clients that send no `limit`. */
const UNPAGED = 1000;

/** Accounts of admins. Approval, passwords and logins belong to the services beside it. */
@Injectable()
export class AdminAccountsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(AdminAccountsService.name);

  constructor(
    private readonly repository: AdminAccountsRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      if (await this.repository.hasActive()) return;
      this.logger.warn({ event: 'active_admin_missing' });
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
  }

  /**
   * Inserts an admin: pending, or active for the first one where that cannot be abused (API.md §3).
   */
  async create(
    form: AdminRegistration,
    passwordHash: string,
    client: Pick<Client, 'isDirect'>,
  ): Promise<AdminRow> {
    const admin = {
      _id: newId(),
      username: form.username,
      usernameKey: usernameKey(form.username),
      usernameSkeleton: usernameSkeleton(form.username),
      email: form.email,
      passwordHash,
      status: 'pending' as const,
      createdAt: this.clock.now(),
    };
    if (await this.mayBeFirst(admin.email, client)) {
      const seat = admin.email === DEMO_LOGINS.admin.email ? 'demo' : 'first';
      const first = { ...admin, status: 'active' as const, seat } as const;
      if (await this.isStored(first)) return toAdminRow(first);
      // A concurrent registration took the seat.
    }
    if (!(await this.isStored(admin))) throw new Error('A pending admin met a taken seat');
    return toAdminRow(admin);
  }

  /** For the login only: the result contains the password hash. */
  findByEmail(email: string): Promise<AdminAccount | null> {
    return this.repository.findByEmail(email);
  }

  /** For the login only: the result contains the password hash. */
  findById(id: string): Promise<AdminAccount | null> {
    return this.repository.findById(id);
  }

  /** Returns the names of these admins by id, without removed ones. */
  names(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.repository.findNames(ids);
  }

  /** Returns the actor for the audit log; throws for a removed admin. */
  async actor({ id }: Admin): Promise<Actor> {
    const admin = await this.repository.findById(id);
    if (!admin) throw new Unauthenticated();
    return { _id: id, username: admin.username };
  }

  /** Returns a page of all admins, newest first. */
  async list(query: PageQuery): Promise<Page<AdminRow> & { total: number }> {
    const size = query.limit ?? UNPAGED;
    const after = this.cursors.decode('admins', query.cursor);
    const [total, found] = await Promise.all([
      this.repository.count(),
      this.repository.findPage(size + 1, after),
    ]);
    const rows = found.slice(0, size);
    const { items, last } = cutPage(rows.map(toAdminRow), { rows, hasMore: found.length > size });
    return { total, ...this.cursors.toPage('admins', items, last && positionOf(last)) };
  }

  setReset(
    account: Pick<AdminAccount, '_id' | 'email'>,
    reset: NonNullable<AdminAccount['reset']>,
  ): Promise<void> {
    return this.repository.setReset(account, reset);
  }

  /**
   * Sets the password if the link is open and unexpired. Returns whether it did; the link is then
   * used up.
   */
  useReset(id: string, tokenHash: string, passwordHash: string): Promise<boolean> {
    return this.repository.useReset(id, tokenHash, this.clock.now(), passwordHash);
  }

  private async mayBeFirst(email: string, { isDirect }: Pick<Client, 'isDirect'>) {
    const isHere = this.settings.isLocal && isDirect;
    const cannotBeAbused = isHere || email === this.settings.adminEmail;
    return cannotBeAbused && !(await this.repository.hasActive());
  }

  /** Inserts an account. Returns false if its seat is taken. */
  private async isStored(admin: AdminAccount): Promise<boolean> {
    const result = await this.repository.insert(admin);
    if (result === 'email') throw new Conflict('Email already registered', 'email');
    if (result === 'name') throw new Conflict('Username already taken', 'username');
    return result === 'stored';
  }
}
