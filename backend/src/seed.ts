import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';

import type { INestApplicationContext, LoggerService } from '@nestjs/common';
import { DEMO_LOGINS, type NewPoll } from '@kickoff/contracts';

import { CaseDecisionsService } from './admin/case-decisions.service.js';
import { AnnouncementsService } from './announcements/announcements.service.js';
import { createApp, stopApp } from './app.js';
import type { AppContext } from './app.module.js';
import type { Actor } from './audit-log/audit-log.service.js';
import { AdminAccountsService } from './auth/admin-accounts.service.js';
import { AdminAuthService } from './auth/admin-auth.service.js';
import { EmailChangesService } from './auth/email-changes.service.js';
import { FanAuthService } from './auth/fan-auth.service.js';
import type { Fan } from './common/auth/audience.js';
import { type IncomingFile, IncomingFiles } from './common/http/incoming-files.js';
import type { FormFiles } from './common/http/multipart.js';
import { Database } from './common/mongo/database.js';
import { isDatabaseAway } from './common/mongo/database-away.js';
import { DEMO_ADMIN_NAME, DEMO_FANS, DEMO_SUSPENDED, type DemoFan, faceFile } from './demo/cast.js';
import { DEMO_EARLIER_POSTS } from './demo/earlier-posts.js';
import { PastClock } from './demo/past-clock.js';
import { findOpenMatch } from './demo/played-matches.js';
import { DEMO_POSTS, type DemoPoll, type DemoPost } from './demo/posts.js';
import { demoId, isMissing, unlessThere } from './demo/repeatable.js';
import { DEMO_ANNOUNCEMENT, DEMO_REPORTS } from './demo/reports.js';
import { DEMO_STORIES } from './demo/stories.js';
import { postInThreads } from './demo/thread-posts.js';
import { DEMO_FOLLOWS, demoLikers } from './demo/ties.js';
import { DemoMarkRepository } from './demo/demo-mark.repository.js';
import { FollowsService } from './people/follows.service.js';
import { CommentsService } from './posts/comments/comments.service.js';
import { LikesService } from './posts/likes/likes.service.js';
import { PollsService } from './posts/polls/polls.service.js';
import { PostsService } from './posts/posts.service.js';
import { ReportQueueService } from './reports/report-queue.service.js';
import { ReportsService } from './reports/reports.service.js';
import { StoriesService } from './stories/stories.service.js';
import { UsersService } from './users/users.service.js';

/** Pictures and clips of the cast; the relative path is equal for sources and build output. */
const FILES = new URL('../demo-files/', import.meta.url);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Within half an hour of the newest post. */
const LIKED_AFTER_MS = 5 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Prefixes of the ids of posts and comments: of recent days, and of the months before. */
const POSTS = { post: 0xde30, comment: 0xde32 };
const EARLIER_POSTS = { post: 0xde33, comment: 0xde34 };

/**
 * Seeds an empty database with the demo cast and its activity, through the services. Idempotent: an
 * interrupted run is completed, and nothing is created twice. Returns whether this call seeded the
 * cast.
 *
 * @param app the server's own application, with an open database
 */
export async function inviteDemo(
  app: INestApplicationContext,
  context: AppContext,
  logger: LoggerService,
  say: (line: string) => void,
): Promise<boolean> {
  return unlessAway(false, async () => {
    const mark = app.get(DemoMarkRepository);
    if (!(await mark.begin())) return false;
    say('Inviting the demo cast, with pictures and clips …');
    await inThePast(context, logger, async (past, clock) => {
      const cast = new DemoCast(past, clock);
      await cast.arrive();
      await cast.postStories();
    });
    await mark.finish();
    return true;
  });
}

/**
 * Creates new stories for the demo cast, because stories expire after a day. Does nothing without
 * the cast.
 *
 * @param app the server's own application, with an open database
 * @param signal aborts between two stories
 */
export async function renewDemoStories(
  app: INestApplicationContext,
  context: AppContext,
  logger: LoggerService,
  signal?: AbortSignal,
): Promise<void> {
  await unlessAway(undefined, async () => {
    if (!(await app.get(DemoMarkRepository).isThere())) return;
    await inThePast(context, logger, (past, clock) =>
      new DemoCast(past, clock).postStories(signal),
    );
  });
}

/** Ignores an unavailable database: the server starts, and the cast is seeded at the next start. */
async function unlessAway<Result>(other: Result, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return other;
  }
}

/** Runs in a separate application with a clock in the past. */
async function inThePast(
  context: AppContext,
  logger: LoggerService,
  work: (past: INestApplicationContext, clock: PastClock) => Promise<void>,
): Promise<void> {
  const clock = new PastClock(context.clock);
  const past = await createApp({ ...context, clock }, logger);
  try {
    await past.get(Database).open(() => undefined);
    await work(past, clock);
  } finally {
    await stopApp(past);
  }
}

/** The demo cast, acting through the services as fans do. */
class DemoCast {
  private readonly files;

  constructor(
    private readonly past: INestApplicationContext,
    private readonly clock: PastClock,
  ) {
    this.files = past.get(IncomingFiles);
  }

  async arrive(): Promise<void> {
    for (const fan of DEMO_FANS) await this.register(fan);
    const fans = await this.fans();
    for (const [at, fan] of DEMO_FANS.entries()) await this.fillIn(fan, fans[at]);
    await this.befriend(fans);
    for (const [index, post] of DEMO_EARLIER_POSTS.entries()) {
      await this.publish(EARLIER_POSTS, index, post, fans);
    }
    for (const [index, post] of DEMO_POSTS.entries()) {
      await this.publish(POSTS, index, post, fans);
    }
    await postInThreads(this.past, this.clock, fans);
    await this.suspend();
    this.clock.setBack(0);
    await this.createAdmin();
    await this.seedModeration(fans);
  }

  async postStories(signal?: AbortSignal): Promise<void> {
    const stories = this.past.get(StoriesService);
    const fans = await this.fans();
    for (const [index, { by, hoursAgo, picture, clip, alt }] of DEMO_STORIES.entries()) {
      if (signal?.aborted === true) return;
      this.clock.setBack(hoursAgo * HOUR_MS);
      const fan = fans[by];
      // Once a day: a second start on the same day finds the stories of the first.
      const day = Math.floor(this.clock.now().getTime() / DAY_MS);
      const id = demoId(0xde31, day * 100 + index);
      if (!fan || !(await isMissing(stories.one(fan, id)))) continue;
      const mediaType = clip ? 'video' : 'image';
      const { image, video } = await this.mediaOf({ picture, clip });
      await stories.create(
        fan,
        { id, exists: false },
        { mediaType, alt, caption: '' },
        video ?? image,
      );
    }
    this.clock.setBack(0);
  }

  /** The cast in order; a position is empty if the fan's account was removed. */
  private async fans(): Promise<(Fan | undefined)[]> {
    const users = this.past.get(UsersService);
    const found = await Promise.all(DEMO_FANS.map(({ email }) => users.findByEmail(email)));
    return found.map((user) =>
      user ? { id: user._id, sessionId: '', audience: 'fan' } : undefined,
    );
  }

  private async register(fan: DemoFan): Promise<void> {
    const { username, email, phone, joinedDaysAgo, hidesContact = false } = fan;
    this.clock.setBack(joinedDaysAgo * DAY_MS);
    const known = DEMO_LOGINS.fans.find((login) => login.email === email);
    // The others have no login, so their passwords are random.
    const password = known?.password ?? randomBytes(24).toString('base64url');
    const form = { username, email, phone, password, confirm_password: password };
    await unlessThere(() =>
      this.past.get(FanAuthService).register({ ...form, terms: true, hideContact: hidesContact }),
    );
  }

  private async fillIn(demo: DemoFan, fan: Fan | undefined): Promise<void> {
    if (!fan) return;
    const { username, email, phone, team, player, face } = demo;
    const { fav_team1 } = await this.past.get(UsersService).ownProfile(fan.id);
    if (fav_team1 !== '') return;
    const form = { username, email, phone, fav_team1: team, fav_player: player };
    const picture = face && (await this.receiveFile('profilePicture', faceFile(demo)));
    await this.past.get(EmailChangesService).update(fan, form, picture, '');
  }

  private async befriend(fans: readonly (Fan | undefined)[]): Promise<void> {
    const follows = this.past.get(FollowsService);
    for (const [at, followed] of DEMO_FOLLOWS.entries()) {
      const fan = fans[at];
      // The newest follow is the first of the list.
      for (const [place, other] of [...followed].reverse().entries()) {
        this.clock.setBack((followed.length - place) * DAY_MS);
        const id = fans[other]?.id;
        if (fan && id !== undefined) await follows.follow(fan, id);
      }
    }
  }

  /** Registers the suspended fan, without a mail. */
  private async suspend(): Promise<void> {
    const { fan, reason } = DEMO_SUSPENDED;
    await this.register(fan);
    this.clock.setBack(DAY_MS);
    const users = this.past.get(UsersService);
    const user = await users.findByEmail(fan.email);
    if (user && !user.suspension) await users.suspend(user._id, { reason });
  }

  private async publish(
    kinds: typeof POSTS,
    index: number,
    post: DemoPost,
    fans: readonly (Fan | undefined)[],
  ): Promise<void> {
    const { by, hoursAgo, text, alt = '', quotes, poll, comments = [] } = post;
    const postId = demoId(kinds.post, index);
    const author = fans[by];
    if (!author) return;
    this.clock.setBack(hoursAgo * HOUR_MS);
    const posts = this.past.get(PostsService);
    // If the post exists, its pictures need not be loaded again.
    if (await isMissing(posts.one(author, postId))) {
      await posts.create(
        author,
        { id: postId, exists: false },
        {
          ...{ text, alt, quote: quotes === undefined ? '' : demoId(kinds.post, quotes) },
          matchId: post.isAboutMatch ? await findOpenMatch(this.past) : '',
          ...(poll ? { poll: this.toPoll(poll) } : {}),
        },
        await this.mediaOf(post),
      );
    }
    this.clock.setBack(hoursAgo * HOUR_MS - LIKED_AFTER_MS);
    const likers = demoLikers(index, post).flatMap((at) => fans[at] ?? []);
    const service = this.past.get(LikesService);
    await Promise.all(likers.map((fan) => service.set(fan, postId, { liked: true })));
    if (poll) await this.vote(postId, poll, fans);
    for (const [place, comment] of comments.entries()) {
      this.clock.setBack(hoursAgo * HOUR_MS - comment.minutesLater * MINUTE_MS);
      const fan = fans[comment.by];
      const id = demoId(kinds.comment, index * 100 + place);
      if (fan)
        await this.past
          .get(CommentsService)
          .create(fan, postId, { id, exists: false }, { text: comment.text });
    }
  }

  private toPoll({ endsAfterHours, options }: DemoPoll): NewPoll {
    const endsAt = new Date(this.clock.now().getTime() + endsAfterHours * HOUR_MS).toISOString();
    return { endsAt, options: options.map(({ text }) => text) };
  }

  private async vote(
    postId: string,
    { options }: DemoPoll,
    fans: readonly (Fan | undefined)[],
  ): Promise<void> {
    const polls = this.past.get(PollsService);
    for (const [option, { by }] of options.entries()) {
      const voters = by.flatMap((at) => fans[at] ?? []);
      await Promise.all(
        voters.map((fan) => unlessThere(() => polls.vote(fan, postId, { option }))),
      );
    }
  }

  private async mediaOf({ picture, clip }: Pick<DemoPost, 'picture' | 'clip'>): Promise<FormFiles> {
    return {
      ...(picture ? { image: await this.receiveFile('image', `${picture}.png`) } : {}),
      ...(clip ? { video: await this.receiveFile('video', `${clip}.mp4`) } : {}),
    };
  }

  /** Receives one of the cast's files like a form upload. */
  private receiveFile(field: string, name: string): Promise<IncomingFile> {
    const stream = createReadStream(new URL(name, FILES));
    return this.files.receive(
      field,
      stream,
      () => undefined,
      () => Promise.resolve(),
    );
  }

  private async createAdmin(): Promise<void> {
    const { email, password } = DEMO_LOGINS.admin;
    const form = { username: DEMO_ADMIN_NAME, email, password, confirm_password: password };
    await unlessThere(() =>
      this.past.get(AdminAuthService).register({ ...form, terms: true }, { isDirect: true }),
    );
  }

  /** Some reports are open, one is decided; one announcement has ended. */
  private async seedModeration(fans: readonly (Fan | undefined)[]): Promise<void> {
    const admin = await this.past.get(AdminAccountsService).findByEmail(DEMO_LOGINS.admin.email);
    if (!admin) return;
    const actor = { _id: admin._id, username: admin.username };
    for (const [index, { by, hoursAgo, post, reason, dismissed }] of DEMO_REPORTS.entries()) {
      this.clock.setBack(hoursAgo * HOUR_MS);
      const fan = fans[by];
      const targetId = demoId(0xde30, post);
      if (!fan) continue;
      const report = { targetType: 'post' as const, targetId, reason };
      await this.past
        .get(ReportsService)
        .file(fan, { id: demoId(0xde33, index), exists: false }, report);
      if (dismissed !== undefined) await this.dismiss(actor, targetId, dismissed);
    }
    const { text, startedHoursAgo, endedHoursAgo } = DEMO_ANNOUNCEMENT;
    this.clock.setBack(endedHoursAgo * HOUR_MS);
    const endsAt = this.clock.now();
    this.clock.setBack(startedHoursAgo * HOUR_MS);
    const announcements = this.past.get(AnnouncementsService);
    const { total } = await announcements.list({});
    const result = { id: demoId(0xde35, 0), exists: false };
    if (total === 0) await announcements.create(actor, result, { text, endsAt });
    this.clock.setBack(0);
  }

  private async dismiss(actor: Actor, targetId: string, note: string): Promise<void> {
    const { items } = await this.past.get(ReportQueueService).list({ state: 'open' }, {});
    const waiting = items.find((one) => one.targetId === targetId);
    if (!waiting) return;
    const decision = { action: 'dismiss' as const, note };
    await this.past.get(CaseDecisionsService).resolve(actor, waiting._id, decision);
  }
}
