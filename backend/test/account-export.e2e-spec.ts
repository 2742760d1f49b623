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

import { AccountFixture } from './support/account-fixture.js';
import { archiveOf, filesIn } from './support/archives.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { aPictureBy, calendarOf, comment, like, live, report } from './support/fan-life.js';
import { findSource } from './support/personal-data-sources.js';
import { vote } from './support/polls.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aStoryBy } from './support/stories.js';
import { fanStatusOf } from './support/who-gets-in.js';

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

describe('account export', () => {
  let fixture: AccountFixture;

  beforeAll(async () => {
    fixture = await AccountFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  const archive = (fan: Caller, at = fixture.kickoff) => archiveOf(at, fan);
  const exported = async (fan: Caller) => {
    const answer = await archive(fan).expect(200);
    const files = await filesIn(answer.body as Buffer);
    return { files, data: files.get('data.json')?.toString() ?? '' };
  };

  it('returns an uncacheable zip as a download', async () => {
    const { headers } = await archive(fixture.alice).expect(200);

    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="?kickoff-\d{4}-\d\d-\d\d[.]zip"?$/,
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  it('contains all data of the fan in the shapes of the contract', async () => {
    const mine = await aPictureBy(fixture.kickoff, fixture.alice);
    await like(fixture.kickoff, fixture.alice, fixture.theirs);
    await comment(fixture.kickoff, fixture.alice, fixture.theirs);
    await vote(fixture.kickoff, fixture.alice, fixture.theirs, 1).expect(200);
    const story = await aStoryBy(fixture.kickoff, fixture.alice);
    await report(fixture.kickoff, fixture.alice, 'post', fixture.theirs._id);
    const calendar = await calendarOf(fixture.kickoff, fixture.alice);
    await as(fixture.kickoff, fixture.alice).post(`/api/user/follow/${fixture.bob.id}`).expect(200);
    await as(fixture.kickoff, fixture.alice).post(`/api/user/mute/${fixture.bob.id}`).expect(204);
    await as(fixture.kickoff, fixture.alice)
      .put('/api/user/shield')
      .send({ all: true })
      .expect(200);

    const { data } = await exported(fixture.alice);

    const profile = await as(fixture.kickoff, fixture.alice).get('/api/user/profile');
    expect(AccountExport.strict().parse(JSON.parse(data))).toMatchObject({
      account: OwnProfile.parse(profile.body),
      sessions: [{ current: true }],
      posts: [{ _id: mine._id, image: mine.image }],
      comments: [{ postId: fixture.theirs._id, text: 'What a match' }],
      likes: [{ postId: fixture.theirs._id }],
      votes: [{ postId: fixture.theirs._id, option: 1 }],
      stories: [{ _id: story._id }],
      calendars: [calendar.body],
      following: [{ _id: fixture.bob.id, username: fixture.bob.username }],
      keptAway: [{ _id: fixture.bob.id, kind: 'mute' }],
      viewpoints: [],
      shield: { all: true },
      reports: [{ targetType: 'post', targetId: fixture.theirs._id, reason: 'Spoils the match' }],
    });
  });

  it('contains dismissed suggestions that are still in effect, with their end', async () => {
    const [forGood, ended] = [await aFan(fixture.kickoff), await aFan(fixture.kickoff)];
    const dismiss = (fan: Caller, query = '') =>
      as(fixture.kickoff, fixture.alice)
        .delete(`/api/user/friend-suggestions/${fan.id}${query}`)
        .expect(204);
    await dismiss(ended, '?days=1');
    fixture.kickoff.clock.advance(2 * DAY_MS);
    const end = new Date(fixture.kickoff.clock.now().getTime() + 30 * DAY_MS);
    await dismiss(forGood);
    await dismiss(fixture.bob, '?days=30');

    const { data } = await exported(fixture.alice);
    fixture.kickoff.clock.advance(-2 * DAY_MS);

    const { keptAway } = AccountExport.parse(JSON.parse(data));
    const ends = new Map(keptAway.map(({ _id, until }) => [_id, until]));
    expect([...ends.keys()].sort()).toEqual([forGood.id, fixture.bob.id].sort());
    expect(ends.get(forGood.id)).toBeUndefined();
    const endMs = Date.parse(ends.get(fixture.bob.id) ?? '');
    expect(endMs - end.getTime()).toBeGreaterThanOrEqual(0);
    expect(endMs - end.getTime()).toBeLessThan(MINUTE_MS);
  });

  it('contains the story replies that the fan sent, also to an author who mutes the fan', async () => {
    const cat = await aFan(fixture.kickoff);
    const story = await aStoryBy(fixture.kickoff, cat);
    const reply = (text: string) =>
      as(fixture.kickoff, fixture.alice)
        .post(`/api/st/stories/${story._id}/reply`)
        .send({ text })
        .expect(204);
    await reply('Great picture');
    await as(fixture.kickoff, cat).post(`/api/user/mute/${fixture.alice.id}`).expect(204);
    await reply('Where was that?');

    const { data } = await exported(fixture.alice);

    const { storyReplies } = AccountExport.parse(JSON.parse(data));
    expect(storyReplies).toMatchObject([
      { storyId: story._id, text: 'Great picture' },
      { storyId: story._id, text: 'Where was that?' },
    ]);
    const { data: received } = await exported(cat);
    expect(AccountExport.parse(JSON.parse(received)).storyReplies).toEqual([]);
  });

  it('contains the complete files under the paths named in the data', async () => {
    const { image = '' } = await aPictureBy(fixture.kickoff, fixture.alice);

    const { files } = await exported(fixture.alice);

    const shown = await asVisitor(fixture.kickoff).get(`/api/uploads/${image}`);
    expect(files.get(`uploads/${image}`)?.equals(shown.body as Buffer)).toBe(true);
    expect([...files.keys()]).toEqual(['data.json', `uploads/${image}`]);
  });

  it('contains no secret', async () => {
    await live(fixture.kickoff, fixture.alice, fixture.bob, fixture.theirs);

    const { data } = await exported(fixture.alice);

    expect(data).not.toMatch(/argon2|hash|skeleton|usernameKey/i);
    expect(data).not.toContain(fixture.alice.token);
  });

  it('returns 401 without a session', async () => {
    await asVisitor(fixture.kickoff).get('/api/user/export').expect(401);
  });

  it('aborts the response on an error instead of ending an incomplete archive', async () => {
    const reports = findSource(fixture.kickoff, 'reports');
    jest.spyOn(reports, 'exportOf').mockImplementation(async function* () {
      yield await Promise.resolve({});
      throw new Error('A fault of ours');
    });

    await expect(archive(fixture.alice).then(({ status }) => status)).rejects.toThrow(
      /aborted|hang up/,
    );
  });

  it('stops reading without an error when the client disconnects', async () => {
    const reports = findSource(fixture.kickoff, 'reports');
    const signals = new EventEmitter();
    const [started, ended] = [once(signals, 'started'), once(signals, 'ended')];
    jest.spyOn(reports, 'exportOf').mockImplementation(async function* () {
      signals.emit('started');
      try {
        for (;;) yield await Promise.resolve({ text: Math.random().toString(36).repeat(100) });
      } finally {
        signals.emit('ended');
      }
    });

    const reading = request(`${fixture.kickoff.url}/api/user/export`, {
      headers: { Authorization: `Bearer ${fixture.alice.token}` },
    }).end();
    await Promise.all([once(reading, 'response'), started]);
    reading.destroy();

    await ended;
    expect(await fanStatusOf(fixture.kickoff, fixture.alice)).toBe(200);
  });
});

describe('rate limit of account export', () => {
  let kickoff: KickOff;

  beforeEach(async () => {
    kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
  });
  afterEach(() => kickoff.stop());
  it('allows 10 exports per hour', async () => {
    const alice = await aFan(kickoff);
    for (let time = 0; time < 10; time += 1) {
      await as(kickoff, alice).get('/api/user/export').expect(200);
    }

    await as(kickoff, alice).get('/api/user/export').expect(429);
  });
});
