import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notification, Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { LIMITS } from '../src/common/limits/rate-limits.js';
import { StoriesService } from '../src/stories/stories.service.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { findSource } from './support/personal-data-sources.js';
import { sendStory, STORIES } from './support/stories.js';
import { aPicture } from './support/story-files.js';
import { NOT_TEXT } from './support/wrong-types.js';

const DAY_MS = 24 * 60 * 60_000;
const NOBODY = '0123456789abcdef01234567';

describe('captions of stories', () => {
  let room: NotificationFixture;

  beforeAll(async () => {
    room = await NotificationFixture.open();
  });
  beforeEach(() => room.createFans());
  afterAll(() => room.kickoff.stop());

  const send = async (fields: object) =>
    sendStory(room.kickoff, room.ann, { mediaType: 'image', ...fields }, await aPicture());

  it('are part of the story, as sent, and absent where they are empty', async () => {
    const caption = ' Our end 🏟 ';

    const story = Story.parse((await send({ caption })).body);
    const without = Story.parse((await send({ caption: '' })).body);

    expect(story.caption).toBe(caption);
    expect(without).not.toHaveProperty('caption');
    const listed = await as(room.kickoff, room.bob).get(STORIES).expect(200);
    expect(z.array(Story).parse(listed.body)).toContainEqual(
      expect.objectContaining({ _id: story._id, caption }),
    );
    const exported: Story[] = [];
    for await (const one of room.service(StoriesService).exportOf(room.ann.id)) exported.push(one);
    expect(exported).toContainEqual(expect.objectContaining({ _id: story._id, caption }));
  });

  it('have at most 200 code points', async () => {
    expect((await send({ caption: '⚽'.repeat(200) })).status).toBe(201);
    expect((await send({ caption: '⚽'.repeat(201) })).status).toBe(400);
  });

  it('are part of the case of a reported story, above its description', async () => {
    const { _id } = Story.parse((await send({ caption: 'Rude words', alt: 'A banner' })).body);
    await as(room.kickoff, room.bob)
      .post('/api/reports')
      .send({ targetType: 'story', targetId: _id, reason: 'Rude' })
      .expect(201);

    const found = await room.kickoff.connection
      .collection('reports')
      .findOne({ targetId: new Types.ObjectId(_id) });

    expect(found?.['snapshot']).toMatchObject({ text: 'Rude words\nA banner' });
  });

  it('are the excerpt of the notification until the story ends', async () => {
    await room.follow(room.bob, room.ann);
    const { _id } = Story.parse((await send({ caption: '⚽🏟'.repeat(100) })).body);
    await room.fanOut(_id);
    const [only] = await room.listed(room.bob, 1);
    expect(only).toMatchObject({
      kind: 'story',
      target: { type: 'story', id: _id },
      excerpt: '⚽🏟'.repeat(70),
    });

    await as(room.kickoff, room.ann).delete(`${STORIES}/${_id}`).expect(204);

    expect((await room.listOf(room.bob))[0]).not.toHaveProperty('excerpt');
  });
});

describe('POST /api/st/stories/{id}/reply', () => {
  let room: NotificationFixture;
  let story: Story;

  beforeAll(async () => {
    room = await NotificationFixture.open();
  });
  beforeEach(async () => {
    await room.createFans();
    story = await room.aStoryBy(room.ann);
  });
  afterAll(() => room.kickoff.stop());

  const reply = (by: Caller, text: unknown = 'Great picture', id = story._id) =>
    as(room.kickoff, by).post(`${STORIES}/${id}/reply`).send({ text });
  const repliesOf = async (fan: Caller): Promise<Notification[]> =>
    (await room.listOf(fan)).filter(({ kind }) => kind === 'reply');

  it('notifies the author alone, with the whole text', async () => {
    const cat = await aFan(room.kickoff);
    await room.follow(cat, room.ann);
    const text = '⚽🏟'.repeat(250);

    const answer = await reply(room.bob, text);

    expect([answer.status, answer.body]).toEqual([204, {}]);
    expect(await repliesOf(room.ann)).toMatchObject([
      {
        kind: 'reply',
        target: { type: 'story', id: story._id },
        actors: [{ _id: room.bob.id }],
        count: 1,
        excerpt: text,
        read: false,
      },
    ]);
    expect(await repliesOf(cat)).toEqual([]);
    expect(await repliesOf(room.bob)).toEqual([]);
  });

  it('stores a text that begins with a dollar sign as sent', async () => {
    await reply(room.bob, '$actors').expect(204);

    expect((await repliesOf(room.ann))[0]?.excerpt).toBe('$actors');
  });

  it('is a notification of its own for each reply', async () => {
    await reply(room.bob, 'One').expect(204);
    await reply(room.bob, 'Two').expect(204);

    expect((await repliesOf(room.ann)).map(({ excerpt }) => excerpt)).toEqual(['Two', 'One']);
  });

  it.each([
    ['empty', ''],
    ['blank', ' \n​'],
    ['longer than 500 code points', '⚽'.repeat(501)],
    ...NOT_TEXT.map((value) => ['no text', value] as const),
  ])('refuses a text that is %s with 400', async (_what, text) => {
    expect((await reply(room.bob, text)).status).toBe(400);
    expect(await repliesOf(room.ann)).toEqual([]);
  });

  it('refuses a reply to the own story with 400', async () => {
    const answer = await reply(room.ann);

    expect([answer.status, answer.body]).toMatchObject([
      400,
      { error: 'You cannot reply to your own story' },
    ]);
  });

  it.each([NOBODY, 'no-id'])('returns 404 for the unknown story %s', async (id) => {
    expect((await reply(room.bob, 'x', id)).status).toBe(404);
  });

  it('returns 401 without a session', async () => {
    const answer = await asVisitor(room.kickoff)
      .post(`${STORIES}/${story._id}/reply`)
      .send({ text: 'x' });

    expect(answer.status).toBe(401);
  });

  it('returns 404 for a story that has ended or was deleted', async () => {
    const other = await room.aStoryBy(room.ann);
    await as(room.kickoff, room.ann).delete(`${STORIES}/${other._id}`).expect(204);
    expect((await reply(room.bob, 'x', other._id)).status).toBe(404);

    room.kickoff.clock.advance(DAY_MS);
    expect((await reply(room.bob)).status).toBe(404);
    room.kickoff.clock.advance(-DAY_MS);
  });

  it.each(['author', 'sender'])('returns 404 where the %s blocks the other', async (blocking) => {
    const [by, other] = blocking === 'author' ? [room.ann, room.bob] : [room.bob, room.ann];
    await as(room.kickoff, by).post(`/api/user/block/${other.id}`).expect(204);

    expect((await reply(room.bob)).status).toBe(404);
    expect(await repliesOf(room.ann)).toEqual([]);
  });

  it('answers 204 and notifies nobody where the author mutes the sender', async () => {
    await as(room.kickoff, room.ann).post(`/api/user/mute/${room.bob.id}`).expect(204);

    expect((await reply(room.bob)).status).toBe(204);

    expect(await repliesOf(room.ann)).toEqual([]);
    await as(room.kickoff, room.ann).delete(`/api/user/mute/${room.bob.id}`).expect(204);
    expect(await repliesOf(room.ann)).toEqual([]);
  });

  it('writes once what is sent twice under one key', async () => {
    const call = (text = 'Once') => reply(room.bob, text).set('Idempotency-Key', 'one-reply-key');

    const answers = await Promise.all([call(), call()]);

    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await repliesOf(room.ann)).toMatchObject([{ excerpt: 'Once', count: 1 }]);
    expect((await call('Twice')).status).toBe(409);
  });

  it('shares the rate limit of comments', async () => {
    const dora = await aFan(room.kickoff);
    const before = room.kickoff.context.settings.rateLimitFactor;
    room.kickoff.context.settings.rateLimitFactor = 1 / LIMITS.comments.calls;
    await reply(dora).expect(204);

    const answer = await reply(dora);
    room.kickoff.context.settings.rateLimitFactor = before;

    expect(answer.status).toBe(429);
  });

  it('disappears with the account of its sender', async () => {
    await reply(room.bob).expect(204);

    await as(room.kickoff, room.bob)
      .delete('/api/user')
      .send({ password: room.bob.password })
      .expect(200);
    await findSource(room.kickoff, 'notifications').removeAllOf(room.bob.id);

    expect(await repliesOf(room.ann)).toEqual([]);
    const rows = room.kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ actors: new Types.ObjectId(room.bob.id) })).toBe(0);
  });
});
