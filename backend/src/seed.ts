import { randomBytes } from 'node:crypto';

import type { INestApplicationContext, LoggerService } from '@nestjs/common';
import { DEMO_LOGINS } from '@kickoff/contracts';
import { DEMO_ADMIN_NAME, DEMO_FANS, DEMO_POSTS } from '@kickoff/testing';

import { createApp, stopApp } from './app.js';
import type { Surroundings } from './app.module.js';
import { AdminAuthService } from './auth/admin-auth.service.js';
import { FanAuthService } from './auth/fan-auth.service.js';
import { Conflict } from './common/errors/coded-errors.js';
import { Database } from './common/mongo/database.js';
import { isDatabaseAway } from './common/mongo/database-away.js';
import { Clock } from './common/time/clock.js';
import { DemoMarkRepository } from './demo-mark.repository.js';
import { PostsService } from './posts/posts.service.js';
import { UsersService } from './users/users.service.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A clock that can be set back: what the demo cast did, it did before now. */
class PastClock extends Clock {
  private agoMs = 0;

  constructor(private readonly present: Clock) {
    super();
  }

  now(): Date {
    return new Date(this.present.now().getTime() - this.agoMs);
  }

  setBack(agoMs: number): void {
    this.agoMs = agoMs;
  }
}

/**
 * Puts the demo cast and its posts into an empty database, through the
 * services. May be run again: a try that was broken off is finished, and
 * nothing comes twice.
 *
 * @param app the server's own application, its database open
 */
export async function seedDemo(
  app: INestApplicationContext,
  surroundings: Surroundings,
  logger: LoggerService,
  say: (line: string) => void,
): Promise<void> {
  try {
    const mark = app.get(DemoMarkRepository);
    if (!(await mark.begin())) return;
    say('Inviting the demo cast …');
    await putIn(surroundings, logger);
    await mark.finish();
  } catch (error) {
    // The server starts without a database, and the cast comes at the next start.
    if (!isDatabaseAway(error)) throw error;
  }
}

/** Over an application of its own, because time is another there. */
async function putIn(surroundings: Surroundings, logger: LoggerService): Promise<void> {
  const clock = new PastClock(surroundings.clock);
  const past = await createApp({ ...surroundings, clock }, logger);
  try {
    await past.get(Database).open(() => undefined);
    const fanIds = await bringFans(past, clock);
    const posts = past.get(PostsService);
    for (const [index, { by, hoursAgo, text }] of DEMO_POSTS.entries()) {
      clock.setBack(hoursAgo * HOUR_MS);
      const author = { id: fanIds[by] ?? '', sessionId: '', audience: 'fan' } as const;
      await posts.create(author, demoPostId(index), { text, alt: '' }, {});
    }
    clock.setBack(0);
    await bringAdmin(past);
  } finally {
    await stopApp(past);
  }
}

/** Registers the fans and returns their ids in the order of the cast. */
async function bringFans(past: INestApplicationContext, clock: PastClock): Promise<string[]> {
  const users = past.get(UsersService);
  const ids: string[] = [];
  for (const { username, email, phone, joinedDaysAgo } of DEMO_FANS) {
    clock.setBack(joinedDaysAgo * DAY_MS);
    const known = DEMO_LOGINS.fans.find((login) => login.email === email);
    // Nobody logs in as the others, so nobody knows their passwords.
    const password = known?.password ?? randomBytes(24).toString('base64url');
    const form = { username, email, phone, password, confirm_password: password };
    await unlessThere(() => past.get(FanAuthService).register({ ...form, terms: true }));
    ids.push((await users.findByEmail(email))?._id.toString() ?? '');
  }
  return ids;
}

async function bringAdmin(past: INestApplicationContext): Promise<void> {
  const { email, password } = DEMO_LOGINS.admin;
  const form = { username: DEMO_ADMIN_NAME, email, password, confirm_password: password };
  await unlessThere(() => past.get(AdminAuthService).register({ ...form, terms: true }));
}

/** The same id at every try, so that a post comes once. */
function demoPostId(index: number): string {
  return `de30${index.toString(16).padStart(20, '0')}`;
}

async function unlessThere(register: () => Promise<unknown>): Promise<void> {
  try {
    await register();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
  }
}
