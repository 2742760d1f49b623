import type { Announcement } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

import { AnnouncementsService } from '../announcements/announcements.service.js';
import { SESSION_COOKIE } from '../auth/session-cookie.js';
import { TokenAuthenticator } from '../auth/token-authenticator.js';
import { cookieIn } from '../common/http/cookies.js';
import { Clock } from '../common/time/clock.js';

/** Time for which documents show cached announcements without a query. */
const FRESH_MS = 1_000;
/** Maximum wait of a document for the database. */
const WAIT_MS = 200;

/** Announcements for documents; the last known ones if the database is slow or unavailable. */
@Injectable()
export class ShownAnnouncements {
  private known: { list: Announcement[]; asOf: number } = { list: [], asOf: 0 };
  private running: Promise<void> | undefined;

  constructor(
    private readonly announcements: AnnouncementsService,
    private readonly tokens: TokenAuthenticator,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the announcements for a browser with these cookies: none without a fan's token, whose
   * session is not checked.
   */
  async shownTo(cookies: string): Promise<Announcement[]> {
    const token = cookieIn(cookies, SESSION_COOKIE);
    const isFan = token !== undefined && (await this.tokens.verify('fan', token)) !== undefined;
    return isFan ? this.current() : [];
  }

  private async current(): Promise<Announcement[]> {
    if (this.clock.now().getTime() - this.known.asOf >= FRESH_MS) await this.refresh();
    const now = this.clock.now();
    return this.known.list.filter(({ endsAt }) => endsAt === undefined || new Date(endsAt) > now);
  }

  private async refresh(): Promise<void> {
    this.running ??= this.read().finally(() => (this.running = undefined));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, WAIT_MS)));
    await Promise.race([this.running, waited]);
    clearTimeout(timer);
  }

  private async read(): Promise<void> {
    const list = await this.announcements.current().catch(() => this.known.list);
    this.known = { list, asOf: this.clock.now().getTime() };
  }
}
