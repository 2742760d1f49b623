import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notification, Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { LIMITS } from '../src/common/limits/rate-limits.js';
import { StoriesService } from '../src/stories/stories.service.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { findSource } from './support/personal-data-sources.js';
import { aPicture } from './support/pictures.js';
import { sendStory, STORIES } from './support/stories.js';
import { NOT_TEXT } from './support/wrong-types.js';

const DAY_MS = 24 * 60 * 60_000;
const NOBODY = '0123456789abcdef01234567';

describe('captions of stories', () => {
  let fixture: NotificationFixture;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
  });
  beforeEach(() => fixture.createFans());
  afterAll(() => fixture.kickoff.stop());

  const send = async (fields: object) =>
    sendStory(
      fixture.kickoff,
      fixture.ann,
      { mediaType: 'image', ...fields },
      await aPicture(9, 16),
    );

  it('a story has its caption as sent, or none when it is empty', async () => {
    const caption = ' Our end 🏟 ';

    const story = Story.parse((await send({ caption })).body);
    const without = Story.parse((await send({ caption: '' })).body);

    expect(story.caption).toBe(caption);
    expect(without).not.toHaveProperty('caption');
    const listed = await as(fixture.kickoff, fixture.bob).get(STORIES).expect(200);
    expect(z.array(Story).parse(listed.body)).toContainEqual(
      expect.objectContaining({ _id: story._id, caption }),
    );
    const exported: Story[] = [];
    for await (const one of fixture.service(StoriesService).exportOf(fixture.ann.id))
      exported.push(one);
    expect(exported).toContainEqual(expect.objectContaining({ _id: story._id, caption }));
  });

  it('a caption has at most 200 code points', async () => {
    expect((await send({ caption: '⚽'.repeat(200) })).status).toBe(201);
    expect((await send({ caption: '⚽'.repeat(201) })).status).toBe(400);
  });

  it('the snapshot of a reported story has the caption above the description', async () => {
    const { _id } = Story.parse((await send({ caption: 'Rude words', alt: 'A banner' })).body);
    await as(fixture.kickoff, fixture.bob)
      .post('/api/reports')
      .send({ targetType: 'story', targetId: _id, reason: 'Rude' })
      .expect(201);

    const found = await fixture.kickoff.connection
      .collection('reports')
      .findOne({ targetId: new Types.ObjectId(_id) });

    expect(found?.['snapshot']).toMatchObject({ text: 'Rude words\nA banner' });
  });

  it('the notification of a story quotes the caption until the story is deleted', async () => {
    await fixture.follow(fixture.bob, fixture.ann);
    const { _id } = Story.parse((await send({ caption: '⚽🏟'.repeat(100) })).body);
    await fixture.fanOut(_id);
    const [only] = await fixture.listed(fixture.bob, 1);
    expect(only).toMatchObject({
      kind: 'story',
      target: { type: 'story', id: _id },
      excerpt: '⚽🏟'.repeat(70),
    });

    await as(fixture.kickoff, fixture.ann).delete(`${STORIES}/${_id}`).expect(204);

    expect((await fixture.listOf(fixture.bob))[0]).not.toHaveProperty('excerpt');
  });
});

describe('POST /api/st/stories/{id}/reply', () => {
  let fixture: NotificationFixture;
  let story: Story;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
  });
  beforeEach(async () => {
    await fixture.createFans();
    story = await fixture.aStoryBy(fixture.ann);
  });
  afterAll(() => fixture.kickoff.stop());

  const reply = (by: Caller, text: unknown = 'Great picture', id = story._id) =>
    as(fixture.kickoff, by).post(`${STORIES}/${id}/reply`).send({ text });
  const repliesOf = async (fan: Caller): Promise<Notification[]> =>
    (await fixture.listOf(fan)).filter(({ kind }) => kind === 'reply');

  it('notifies only the author, with the whole text', async () => {
    const cat = await aFan(fixture.kickoff);
    await fixture.follow(cat, fixture.ann);
    const text = '⚽🏟'.repeat(250);

    const answer = await reply(fixture.bob, text);

    expect([answer.status, answer.body]).toEqual([204, {}]);
    expect(await repliesOf(fixture.ann)).toMatchObject([
      {
        kind: 'reply',
        target: { type: 'story', id: story._id },
        actors: [{ _id: fixture.bob.id }],
        count: 1,
        excerpt: text,
        read: false,
      },
    ]);
    expect(await repliesOf(cat)).toEqual([]);
    expect(await repliesOf(fixture.bob)).toEqual([]);
  });

  it('stores a text that begins with a dollar sign as sent', async () => {
    await reply(fixture.bob, '$actors').expect(204);

    expect((await repliesOf(fixture.ann))[0]?.excerpt).toBe('$actors');
  });

  it('creates a notification for each reply', async () => {
    await reply(fixture.bob, 'One').expect(204);
    await reply(fixture.bob, 'Two').expect(204);

    expect((await repliesOf(fixture.ann)).map(({ excerpt }) => excerpt)).toEqual(['Two', 'One']);
  });

  it.each([
    ['empty', ''],
    ['blank', ' \n​'],
    ['longer than 500 code points', '⚽'.repeat(501)],
    ...NOT_TEXT.map((value) => ['not a string', value] as const),
  ])('refuses a text that is %s with 400', async (_what, text) => {
    expect((await reply(fixture.bob, text)).status).toBe(400);
    expect(await repliesOf(fixture.ann)).toEqual([]);
  });

  it('refuses a reply to an own story with 400', async () => {
    const answer = await reply(fixture.ann);

    expect([answer.status, answer.body]).toMatchObject([
      400,
      { error: 'You cannot reply to your own story' },
    ]);
  });

  it.each([NOBODY, 'no-id'])('returns 404 for the unknown story %s', async (id) => {
    expect((await reply(fixture.bob, 'x', id)).status).toBe(404);
  });

  it('returns 401 without a session', async () => {
    const answer = await asVisitor(fixture.kickoff)
      .post(`${STORIES}/${story._id}/reply`)
      .send({ text: 'x' });

    expect(answer.status).toBe(401);
  });

  it('returns 404 for a story that has ended or was deleted', async () => {
    const other = await fixture.aStoryBy(fixture.ann);
    await as(fixture.kickoff, fixture.ann).delete(`${STORIES}/${other._id}`).expect(204);
    expect((await reply(fixture.bob, 'x', other._id)).status).toBe(404);

    fixture.kickoff.clock.advance(DAY_MS);
    expect((await reply(fixture.bob)).status).toBe(404);
    fixture.kickoff.clock.advance(-DAY_MS);
  });

  it.each(['author', 'sender'])('returns 404 when the %s blocks the other', async (blocking) => {
    const [by, other] =
      blocking === 'author' ? [fixture.ann, fixture.bob] : [fixture.bob, fixture.ann];
    await as(fixture.kickoff, by).post(`/api/user/block/${other.id}`).expect(204);

    expect((await reply(fixture.bob)).status).toBe(404);
    expect(await repliesOf(fixture.ann)).toEqual([]);
  });

  it('answers 204 and notifies nobody when the author mutes the sender', async () => {
    await as(fixture.kickoff, fixture.ann).post(`/api/user/mute/${fixture.bob.id}`).expect(204);

    expect((await reply(fixture.bob)).status).toBe(204);

    expect(await repliesOf(fixture.ann)).toEqual([]);
    await as(fixture.kickoff, fixture.ann).delete(`/api/user/mute/${fixture.bob.id}`).expect(204);
    expect(await repliesOf(fixture.ann)).toEqual([]);
  });

  it('writes one reply for requests repeated with one idempotency key', async () => {
    const call = (text = 'Once') =>
      reply(fixture.bob, text).set('Idempotency-Key', 'one-reply-key');

    const answers = await Promise.all([call(), call()]);

    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await repliesOf(fixture.ann)).toMatchObject([{ excerpt: 'Once', count: 1 }]);
    expect((await call('Twice')).status).toBe(409);
  });

  it('shares the rate limit of comments', async () => {
    const dora = await aFan(fixture.kickoff);
    const before = fixture.kickoff.context.settings.rateLimitFactor;
    fixture.kickoff.context.settings.rateLimitFactor = 1 / LIMITS.comments.calls;
    await reply(dora).expect(204);

    const answer = await reply(dora);
    fixture.kickoff.context.settings.rateLimitFactor = before;

    expect(answer.status).toBe(429);
  });

  it("an account deletion removes the notifications of the sender's replies", async () => {
    await reply(fixture.bob).expect(204);

    await as(fixture.kickoff, fixture.bob)
      .delete('/api/user')
      .send({ password: fixture.bob.password })
      .expect(200);
    await findSource(fixture.kickoff, 'notifications').removeAllOf(fixture.bob.id);

    expect(await repliesOf(fixture.ann)).toEqual([]);
    const rows = fixture.kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ actors: new Types.ObjectId(fixture.bob.id) })).toBe(0);
  });
});
