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
import { AccountExport, OwnProfile } from '@kickoff/contracts';

import { AccountRoom } from './support/account-room.js';
import { filesIn } from './support/archives.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { aPictureBy, calendarOf, comment, like, live, report } from './support/fan-life.js';
import { holding } from './support/holdings.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aStoryBy } from './support/stories.js';
import { fanStatusOf } from './support/who-gets-in.js';

describe('an account that is exported', () => {
  let room: AccountRoom;

  beforeAll(async () => {
    room = await AccountRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  const archive = (fan: Caller, at = room.kickoff) =>
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
    const { headers } = await archive(room.alice).expect(200);

    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="?kickoff-\d{4}-\d\d-\d\d[.]zip"?$/,
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  it('holds everything of mine in the shapes of the contract', async () => {
    const mine = await aPictureBy(room.kickoff, room.alice);
    await like(room.kickoff, room.alice, room.theirs);
    await comment(room.kickoff, room.alice, room.theirs);
    const story = await aStoryBy(room.kickoff, room.alice);
    await report(room.kickoff, room.alice, 'post', room.theirs._id);
    const calendar = await calendarOf(room.kickoff, room.alice);
    await as(room.kickoff, room.alice).post(`/api/user/follow/${room.bob.id}`).expect(200);
    await as(room.kickoff, room.alice).post(`/api/user/mute/${room.bob.id}`).expect(204);

    const { data } = await exported(room.alice);

    const profile = await as(room.kickoff, room.alice).get('/api/user/profile');
    expect(AccountExport.strict().parse(JSON.parse(data))).toMatchObject({
      account: OwnProfile.parse(profile.body),
      sessions: [{ current: true }],
      posts: [{ _id: mine._id, image: mine.image }],
      comments: [{ postId: room.theirs._id, text: 'What a match' }],
      likes: [{ postId: room.theirs._id }],
      stories: [{ _id: story._id }],
      calendars: [calendar.body],
      following: [{ _id: room.bob.id, username: room.bob.username }],
      keptAway: [{ _id: room.bob.id, kind: 'mute' }],
      reports: [{ targetType: 'post', targetId: room.theirs._id, reason: 'Spoils the match' }],
    });
  });

  it('holds my files whole, under the paths that the data names', async () => {
    const { image = '' } = await aPictureBy(room.kickoff, room.alice);

    const { files } = await exported(room.alice);

    const shown = await asVisitor(room.kickoff).get(`/api/uploads/${image}`);
    expect(files.get(`uploads/${image}`)?.equals(shown.body as Buffer)).toBe(true);
    expect([...files.keys()]).toEqual(['data.json', `uploads/${image}`]);
  });

  it('holds no secret', async () => {
    await live(room.kickoff, room.alice, room.bob, room.theirs);

    const { data } = await exported(room.alice);

    expect(data).not.toMatch(/argon2|hash|skeleton|usernameKey/i);
    expect(data).not.toContain(room.alice.token);
  });

  it('needs a session', async () => {
    await asVisitor(room.kickoff).get('/api/user/export').expect(401);
  });

  it('is cut off where something fails on the way, and never looks whole', async () => {
    const reports = holding(room.kickoff, 'reports');
    jest.spyOn(reports, 'exportOf').mockImplementation(async function* () {
      yield await Promise.resolve({});
      throw new Error('A fault of ours');
    });

    await expect(archive(room.alice).then(({ status }) => status)).rejects.toThrow(
      /aborted|hang up/,
    );
  });

  it('ends without a fault when its reader leaves', async () => {
    const reports = holding(room.kickoff, 'reports');
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

    const reading = request(`${room.kickoff.url}/api/user/export`, {
      headers: { Authorization: `Bearer ${room.alice.token}` },
    }).end();
    await Promise.all([once(reading, 'response'), begun]);
    reading.destroy();

    await over;
    expect(await fanStatusOf(room.kickoff, room.alice)).toBe(200);
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
