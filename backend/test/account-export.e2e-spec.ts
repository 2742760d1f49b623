import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { AccountExport, OwnProfile, type Post } from '@kickoff/contracts';

import { filesIn } from './support/archives.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { aPictureBy, calendarOf, comment, like, live, report } from './support/fan-life.js';
import { holding } from './support/holdings.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aPostBy } from './support/posts.js';
import { aStoryBy } from './support/stories.js';
import { fanStatusOf } from './support/who-gets-in.js';

describe('an account that is exported', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  /** A post of bob. */
  let theirs: Post;

  beforeAll(async () => {
    kickoff = await startKickOff();
    bob = await aFan(kickoff);
  });
  beforeEach(async () => {
    alice = await aFan(kickoff);
    theirs = await aPostBy(kickoff, bob, 'Of another');
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => kickoff.stop());

  const archive = (fan: Caller, at = kickoff) =>
    as(at, fan)
      .get('/api/user/export')
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(null, Buffer.concat(parts)));
      });
  const exported = async (fan: Caller) => {
    const answer = await archive(fan).expect(200);
    const files = await filesIn(answer.body as Buffer);
    return { files, data: files.get('data.json')?.toString() ?? '' };
  };

  it('answers a zip to save, which nobody keeps on the way', async () => {
    const { headers } = await archive(alice).expect(200);

    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="?kickoff-\d{4}-\d\d-\d\d[.]zip"?$/,
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  it('holds everything of mine in the shapes of the contract', async () => {
    const mine = await aPictureBy(kickoff, alice);
    await like(kickoff, alice, theirs);
    await comment(kickoff, alice, theirs);
    const story = await aStoryBy(kickoff, alice);
    await report(kickoff, alice, 'post', theirs._id);
    const calendar = await calendarOf(kickoff, alice);
    await as(kickoff, alice).post(`/api/user/follow/${bob.id}`).expect(200);
    await as(kickoff, alice).post(`/api/user/mute/${bob.id}`).expect(204);

    const { data } = await exported(alice);

    const profile = await as(kickoff, alice).get('/api/user/profile');
    expect(AccountExport.strict().parse(JSON.parse(data))).toMatchObject({
      account: OwnProfile.parse(profile.body),
      sessions: [{ current: true }],
      posts: [{ _id: mine._id, image: mine.image }],
      comments: [{ postId: theirs._id, text: 'What a match' }],
      likes: [{ postId: theirs._id }],
      stories: [{ _id: story._id }],
      calendars: [calendar.body],
      following: [{ _id: bob.id, username: bob.username }],
      keptAway: [{ _id: bob.id, kind: 'mute' }],
      reports: [{ targetType: 'post', targetId: theirs._id, reason: 'Spoils the match' }],
    });
  });

  it('holds my files whole, under the paths that the data names', async () => {
    const { image = '' } = await aPictureBy(kickoff, alice);

    const { files } = await exported(alice);

    const shown = await asVisitor(kickoff).get(`/api/uploads/${image}`);
    expect(files.get(`uploads/${image}`)?.equals(shown.body as Buffer)).toBe(true);
    expect([...files.keys()]).toEqual(['data.json', `uploads/${image}`]);
  });

  it('holds no secret', async () => {
    await live(kickoff, alice, bob, theirs);

    const { data } = await exported(alice);

    expect(data).not.toMatch(/argon2|hash|skeleton|usernameKey/i);
    expect(data).not.toContain(alice.token);
  });

  it('needs a session', async () => {
    await asVisitor(kickoff).get('/api/user/export').expect(401);
  });

  it('is cut off where something fails on the way, and never looks whole', async () => {
    const reports = holding(kickoff, 'reports');
    jest.spyOn(reports, 'exportOf').mockImplementation(async function* () {
      yield await Promise.resolve({});
      throw new Error('A fault of ours');
    });

    await expect(archive(alice).then(({ status }) => status)).rejects.toThrow(/aborted|hang up/);
  });

  it('ends without a fault when its reader leaves', async () => {
    const reports = holding(kickoff, 'reports');
    const told = new EventEmitter();
    const [begun, over] = [once(told, 'begun'), once(told, 'over')];
    jest.spyOn(reports, 'exportOf').mockImplementation(async function* () {
      told.emit('begun');
      try {
        for (;;) yield await Promise.resolve({ text: Math.random().toString(36).repeat(100) });
      } finally {
        told.emit('over');
      }
    });

    const reading = request(`${kickoff.url}/api/user/export`, {
      headers: { Authorization: `Bearer ${alice.token}` },
    }).end();
    await Promise.all([once(reading, 'response'), begun]);
    reading.destroy();

    await over;
    expect(await fanStatusOf(kickoff, alice)).toBe(200);
  });
});

describe('limits of an account', () => {
  let kickoff: KickOff;

  beforeEach(async () => {
    kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
  });
  afterEach(() => kickoff.stop());
  it('let it be exported 10 times an hour', async () => {
    const alice = await aFan(kickoff);
    for (let time = 0; time < 10; time += 1) {
      await as(kickoff, alice).get('/api/user/export').expect(200);
    }

    await as(kickoff, alice).get('/api/user/export').expect(429);
  });
});
