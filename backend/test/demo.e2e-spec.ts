import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  MatchThread,
  AdminFanRow,
  AuditEntry,
  DEMO_LOGINS,
  DemoLogins,
  OwnProfile,
  Post,
  ReportCase,
  Story,
} from '@kickoff/contracts';
import { anAdminRegistration } from '@kickoff/testing';
import { z } from 'zod';

import { AdminAuthService } from '../src/auth/admin-auth.service.js';
import { PinoLogger } from '../src/common/logging/pino-logger.js';
import { DEMO_FANS, DEMO_SUSPENDED } from '../src/demo/cast.js';
import { DEMO_EARLIER_POSTS } from '../src/demo/earlier-posts.js';
import { DEMO_POSTS } from '../src/demo/posts.js';
import { DEMO_ANNOUNCEMENT } from '../src/demo/reports.js';
import { DEMO_STORIES } from '../src/demo/stories.js';
import { DEMO_THREAD_POSTS } from '../src/demo/thread-posts.js';
import { DEMO_FOLLOWS, demoLikers } from '../src/demo/ties.js';
import { DemoMarkRepository } from '../src/demo/demo-mark.repository.js';
import { inviteDemo, renewDemoStories } from '../src/seed.js';
import { aFan, as, asVisitor, logIn, logInAdmin } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { overRawSocket } from './support/raw.js';

const [alex, sam] = DEMO_LOGINS.fans;
const HOUR_MS = 60 * 60_000;
/** The pictures of the demo fans take seconds of one core, and the machine may be busy. */
const SEEDING_MS = 240_000;
const ALL_POSTS = [...DEMO_EARLIER_POSTS, ...DEMO_POSTS];

/** Seeds as a start of the server does. */
async function seed({ app, context }: KickOff): Promise<void> {
  const logger = new PinoLogger('silent');
  if (await inviteDemo(app, context, logger, () => undefined)) return;
  await renewDemoStories(app, context, logger);
}

describe('demo', () => {
  let kickoff: KickOff;

  beforeAll(async () => {
    kickoff = await startKickOff({ DEMO: 'on' });
  });
  afterAll(() => kickoff.stop());

  async function wholeFeed(): Promise<Post[]> {
    if (!alex) throw new Error('No demo login');
    const pages = await everyPage(kickoff, await logIn(kickoff, alex), '/api/pt/posts?limit=100');
    return z.array(z.array(Post)).parse(pages).flat();
  }
  const isThreadPost = ({ _id }: Post) => _id.startsWith(DEMO_THREAD_POSTS);
  /** The feed without the posts in match threads. */
  const feed = async () => (await wholeFeed()).filter((post) => !isThreadPost(post));

  it('offers no logins before the demo fans exist', async () => {
    const offer = await asVisitor(kickoff).get('/api/auth/demo');
    expect(offer.body).toEqual({ fans: [], admins: [] });
  });

  it(
    'completes an interrupted seed and creates nothing twice',
    async () => {
      // The admin is created last: all fans and posts exist by then.
      const crash = jest
        .spyOn(AdminAuthService.prototype, 'register')
        .mockRejectedValue(new Error('The process died here'));
      await expect(seed(kickoff)).rejects.toThrow('died');
      crash.mockRestore();

      await seed(kickoff);
      await seed(kickoff);

      expect((await feed()).map((post) => post.text).sort()).toEqual(
        ALL_POSTS.map((post) => post.text).sort(),
      );
      // The demo fans and the suspended one.
      expect(await kickoff.connection.collection('users').countDocuments()).toBe(
        DEMO_FANS.length + 1,
      );
    },
    SEEDING_MS,
  );

  it('has pictures, clips, likes, comments and follows as defined', async () => {
    const posts = await feed();

    expect(posts.filter(({ image, imageSize, alt }) => image && imageSize && alt)).toHaveLength(
      DEMO_POSTS.filter(({ picture }) => picture).length,
    );
    expect(posts.filter(({ video, videoDuration }) => video && videoDuration)).toHaveLength(
      DEMO_POSTS.filter(({ clip }) => clip).length,
    );
    expect(posts.map(({ likesCount }) => likesCount).sort()).toEqual(
      [DEMO_EARLIER_POSTS, DEMO_POSTS]
        .flatMap((posts) => posts.map((post, at) => demoLikers(at, post).length))
        .sort(),
    );
    expect(posts.map(({ commentsCount }) => commentsCount).sort()).toEqual(
      ALL_POSTS.map(({ comments = [] }) => comments.length).sort(),
    );
    if (!alex) throw new Error('No demo login');
    const caller = as(kickoff, await logIn(kickoff, alex));
    const { profilePicture, friendsCount, fav_team1 } = OwnProfile.parse(
      (await caller.get('/api/user/profile')).body,
    );
    expect(friendsCount).toBe(DEMO_FOLLOWS[0]?.length);
    expect(fav_team1).toBe(DEMO_FANS[0]?.team);
    await caller.get(`/api/uploads/profile_pictures/${profilePicture}`).expect(200);
  });

  it('replaces stories older than a day at the next start', async () => {
    const stories = async () => {
      if (!alex) throw new Error('No demo login');
      const caller = as(kickoff, await logIn(kickoff, alex));
      return z.array(Story).parse((await caller.get('/api/st/stories')).body);
    };
    const first = await stories();
    await seed(kickoff);
    const again = await stories();
    kickoff.clock.advance(30 * HOUR_MS);

    await seed(kickoff);

    const later = await stories();
    expect(first).toHaveLength(DEMO_STORIES.length);
    expect(again).toEqual(first);
    expect(later).toHaveLength(DEMO_STORIES.length);
    expect(later.filter(({ _id }) => first.some((story) => story._id === _id))).toEqual([]);
    kickoff.clock.advance(-30 * HOUR_MS);
  });

  it('has its recent posts within two days and others in at least seven months, newest first', async () => {
    const times = (await feed()).map((post) => Date.parse(post.createdAt));
    const now = kickoff.clock.now().getTime();

    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(times.filter((time) => time > now - 48 * HOUR_MS)).toHaveLength(DEMO_POSTS.length);
    expect(Math.max(...times)).toBeLessThan(now);
    const months = new Set(times.map((time) => new Date(time).toISOString().slice(0, 7)));
    expect(months.size).toBeGreaterThanOrEqual(7);
  });

  it('has posts in the threads of its matches', async () => {
    const aboutMatch = DEMO_POSTS.filter((post) => post.isAboutMatch);
    const posts = (await feed()).filter(({ match }) => match);

    expect(posts.map(({ text }) => text).sort()).toEqual(aboutMatch.map(({ text }) => text).sort());
    for (const { match } of posts) expect(match?.minute).toMatch(/^(\d+(\+\d+)?|HT|FT)$/);
  });

  it('has threads whose posts follow the entries of their match', async () => {
    if (!alex) throw new Error('No demo login');
    const posts = (await wholeFeed()).filter(isThreadPost);
    const ids = [...new Set(posts.map(({ match }) => match?.id ?? ''))];
    // The last three matches, and that of the first login's team if it is another one.
    expect([3, 4]).toContain(ids.length);

    const caller = as(kickoff, await logIn(kickoff, alex));
    for (const id of ids) {
      const answer = await caller.get(`/api/match/${id}/thread?order=oldest`).expect(200);
      const { rows } = MatchThread.parse(answer.body);
      const own = posts.filter(({ match }) => match?.id === id);
      const shown = rows.flatMap((row) => (row.kind === 'post' ? row.post._id : []));
      expect(shown).toEqual(expect.arrayContaining(own.map(({ _id }) => _id)));
      expect(new Set(own.map(({ text }) => text)).size).toBe(own.length);
      // Each post follows an entry: none precedes the kick-off.
      const kickOff = rows.findIndex(
        (row) => row.kind === 'entry' && row.entry.kind === 'kick_off',
      );
      const first = rows.findIndex((row) => row.kind === 'post' && isThreadPost(row.post));
      expect(kickOff).toBeGreaterThanOrEqual(0);
      expect(first).toBeGreaterThan(kickOff);
    }
    expect(posts.some(({ likesCount }) => likesCount > 0)).toBe(true);
  });

  it('has open polls with votes, and quotes', async () => {
    const posts = await feed();

    const polls = DEMO_POSTS.flatMap(({ poll }) => poll ?? []);
    expect(posts.flatMap(({ poll }) => poll ?? [])).toMatchObject(
      polls.map(({ options }) => ({
        options: options.map(({ text }) => ({ text })),
        total: options.flatMap(({ by }) => by).length,
        ended: false,
      })),
    );
    const quoted = DEMO_POSTS.flatMap(({ quotes }) => quotes ?? []);
    expect(posts.flatMap(({ quote }) => quote ?? [])).toMatchObject(
      quoted.map((at) => ({ text: DEMO_POSTS[at]?.text })),
    );
  });

  it('has no activity of a fan before the fan joined', () => {
    for (const [index, post] of ALL_POSTS.entries()) {
      const people = [post, ...(post.comments ?? [])].map(({ by }) => by);
      for (const at of [...people, ...demoLikers(index, post)]) {
        expect((DEMO_FANS[at]?.joinedDaysAgo ?? 0) * 24).toBeGreaterThanOrEqual(post.hoursAgo);
      }
    }
  });

  it('has one suspended fan with a reason', async () => {
    const { fan, reason } = DEMO_SUSPENDED;
    const boss = await logInAdmin(kickoff, DEMO_LOGINS.admin);

    const answer = await as(kickoff, boss).get('/api/admin/users?status=suspended').expect(200);
    const [row, ...others] = z.array(AdminFanRow).parse(answer.body);
    const page = await as(kickoff, boss)
      .get(`/api/admin/users/${row?._id ?? ''}`)
      .expect(200);

    expect(others).toEqual([]);
    expect(row).toMatchObject({ username: fan.username, status: 'suspended' });
    expect(page.body).toMatchObject({ suspension: { reason } });
  });

  it('has open and closed cases, an announcement and their audit log entries', async () => {
    const { email, password } = DEMO_LOGINS.admin;
    const admin = as(kickoff, await logInAdmin(kickoff, { email, password }));

    const cases = z.array(ReportCase).parse((await admin.get('/api/admin/reports')).body);
    const announced = await admin.get('/api/admin/announcements').expect(200);
    const log = z.array(AuditEntry).parse((await admin.get('/api/admin/audit-log')).body);

    expect(cases.map(({ state, count }) => [state, count])).toEqual([
      ['open', 1],
      ['open', 2],
      ['closed', 1],
    ]);
    expect(announced.body).toMatchObject([{ text: DEMO_ANNOUNCEMENT.text }]);
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['report.dismiss', 'announcement.create']),
    );
    expect(log.filter(({ action }) => action === 'report.dismiss')).toHaveLength(1);
  });

  it('offers logins that work', async () => {
    const answer = await asVisitor(kickoff).get('/api/auth/demo');

    expect(answer.status).toBe(200);
    const { fans, admins } = DemoLogins.strict().parse(answer.body);
    for (const fan of fans) await logIn(kickoff, fan);
    for (const admin of admins) await logInAdmin(kickoff, admin);
    expect([fans.length, admins.length]).toEqual([2, 1]);
  });

  it('leaves the activation as first admin to the first real admin', async () => {
    const answer = await asVisitor(kickoff).post('/api/admin/register').send(anAdminRegistration());

    expect(answer.body).toEqual({ ok: true, status: 'active' });
  });

  it('does not recreate deleted posts', async () => {
    if (!sam) throw new Error('No demo login');
    const caller = await logIn(kickoff, sam);
    const own = (await feed()).find((post) => post.user._id === caller.id);
    await as(kickoff, caller).delete(`/api/pt/posts/${own?._id}`).expect(204);

    await seed(kickoff);

    expect((await feed()).some((post) => post._id === own?._id)).toBe(false);
  });

  it('answers 401 to its logins and offers none on a publicly reachable server', async () => {
    const open = await kickoff.another({ isLocal: false });

    const offer = await asVisitor(open).get('/api/auth/demo');
    const fan = await asVisitor(open).post('/api/auth/login').send(alex);
    const admin = await asVisitor(open).post('/api/admin/login').send(DEMO_LOGINS.admin);

    await open.close();
    expect(offer.body).toEqual({ fans: [], admins: [] });
    for (const answer of [fan, admin]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ error: 'Invalid email or password' });
    }
  });

  it.each([
    ['Forwarded', 'for=192.0.2.1'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Host', 'localhost:5000'],
    ['X-Real-IP', '192.0.2.1'],
    ['Via', '1.1 front'],
    ['CF-Connecting-IP', '192.0.2.1'],
    ['Host', 'kickoff.example'],
    ['Referer', 'https://kickoff.example/user-login'],
  ])(
    'answers 401 to its logins and offers none when the request passed a proxy (%s)',
    async (name, value) => {
      const offer = await asVisitor(kickoff).get('/api/auth/demo').set(name, value);
      const fan = await asVisitor(kickoff).post('/api/auth/login').set(name, value).send(alex);
      const admin = await asVisitor(kickoff)
        .post('/api/admin/login')
        .set(name, value)
        .send(DEMO_LOGINS.admin);

      expect(offer.body).toEqual({ fans: [], admins: [] });
      for (const answer of [fan, admin]) {
        expect(answer.status).toBe(401);
        expect(answer.body).toMatchObject({ error: 'Invalid email or password' });
      }
    },
  );

  it('offers no logins over HTTP/1.0, which nginx uses upstream', async () => {
    const answer = await overRawSocket(
      kickoff.url,
      'GET /api/auth/demo HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n',
    );

    expect(JSON.parse(answer.body)).toEqual({ fans: [], admins: [] });
  });

  it('offers no logins when it is off', async () => {
    const off = await kickoff.another({ demo: false });

    const answer = await asVisitor(off).get('/api/auth/demo');

    await off.close();
    expect(answer.body).toEqual({ fans: [], admins: [] });
  });
});

it('seeds the demo into an empty database only', async () => {
  const kickoff = await startKickOff({ DEMO: 'on' });
  await aFan(kickoff);

  await seed(kickoff);

  expect(await kickoff.app.get(DemoMarkRepository).begin()).toBe(false);
  expect(await kickoff.connection.collection('users').countDocuments()).toBe(1);
  await kickoff.stop();
});
