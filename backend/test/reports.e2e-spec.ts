import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrorAnswer, Post, ReportFiled, type ReportTarget, Story } from '@kickoff/contracts';
import sharp from 'sharp';

import { ReportsService } from '../src/reports/reports.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('reports', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  let post: Post;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
  });
  beforeEach(async () => {
    post = await aPostBy(alice, 'Offside, all of it');
  });
  afterAll(() => kickoff.stop());

  async function aPostBy(fan: Caller, text: string): Promise<Post> {
    const answer = await as(kickoff, fan).post('/api/pt/posts').field('text', text).expect(201);
    return Post.parse(answer.body);
  }
  const report = (by: Caller, form: object, key?: string) => {
    const call = as(kickoff, by).post('/api/reports');
    return (key === undefined ? call : call.set('Idempotency-Key', key)).send(form);
  };
  const about = (targetType: ReportTarget, targetId: string, reason = 'Insults people') => ({
    targetType,
    targetId,
    reason,
  });
  const casesAbout = (id: string) =>
    kickoff.connection
      .collection('reports')
      .find({ $expr: { $eq: [{ $toString: '$targetId' }, id] } })
      .toArray();

  it('answers 201 with its id and stores a snapshot of the target', async () => {
    const answer = await report(bob, about('post', post._id));
    await as(kickoff, alice).delete(`/api/pt/posts/${post._id}`).expect(204);

    expect(answer.status).toBe(201);
    expect(ReportFiled.strict().parse(answer.body)._id).toMatch(/^[0-9a-f]{24}$/);
    expect(await casesAbout(post._id)).toMatchObject([
      {
        targetType: 'post',
        state: 'open',
        count: 1,
        snapshot: { username: alice.username, text: 'Offside, all of it', media: [] },
      },
    ]);
  });

  it('accepts a report of a fan', async () => {
    expect((await report(bob, about('user', alice.id))).status).toBe(201);
  });

  it('accepts reports of a comment and of a story, and stores snapshots of them', async () => {
    const commented = await as(kickoff, alice)
      .post(`/api/pt/posts/${post._id}/comment`)
      .send({ text: 'Blind referee' })
      .expect(200);
    const comment = Post.parse(commented.body).comments[0]?._id ?? '';
    const create = { width: 40, height: 30, channels: 3 as const, background: 'green' };
    const created = await as(kickoff, alice)
      .post('/api/st/stories')
      .field('mediaType', 'image')
      .attach('media', await sharp({ create }).png().toBuffer(), 'story.png')
      .expect(201);
    const story = Story.parse(created.body);

    expect((await report(bob, about('comment', comment))).status).toBe(201);
    expect((await report(bob, about('story', story._id))).status).toBe(201);

    expect(await casesAbout(comment)).toMatchObject([{ snapshot: { text: 'Blind referee' } }]);
    expect(await casesAbout(story._id)).toMatchObject([
      { snapshot: { media: [`stories/${story.media}`] } },
    ]);
  });

  it('answers 404 for a post and a fan that a block hides', async () => {
    const carol = await aFan(kickoff);
    await as(kickoff, alice).post(`/api/user/block/${carol.id}`).expect(204);

    expect((await report(carol, about('post', post._id))).status).toBe(404);
    expect((await report(carol, about('user', alice.id))).status).toBe(404);
  });

  it('answers 200 with the first id for a second report of the same open case', async () => {
    const first = await report(bob, about('post', post._id));

    const second = await report(bob, about('post', post._id, 'And it is spam'));

    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await casesAbout(post._id)).toMatchObject([{ count: 1 }]);
  });

  it('opens another case after the first is closed', async () => {
    const first = ReportFiled.parse((await report(bob, about('post', post._id))).body);
    await kickoff.connection.collection('reports').updateMany({}, { $set: { state: 'closed' } });

    const second = await report(bob, about('post', post._id));

    expect(second.status).toBe(201);
    expect(ReportFiled.parse(second.body)._id).not.toBe(first._id);
    expect(await casesAbout(post._id)).toHaveLength(2);
  });

  it('adds concurrent reports of many fans to one case and counts each fan once', async () => {
    const fans = await Promise.all(Array.from({ length: 8 }, () => aFan(kickoff)));

    const answers = await Promise.all(
      [...fans, ...fans].map((fan) => report(fan, about('post', post._id))),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(8).fill(200), ...Array<number>(8).fill(201)]);
    expect(await casesAbout(post._id)).toMatchObject([{ count: 8 }]);
  });

  it.each([
    ['a first report', false, 201],
    ['a repeated report', true, 200],
  ])(
    'returns the same status and id for %s that is repeated with its idempotency key',
    async (_what, isRepeated, status) => {
      if (isRepeated) await report(bob, about('post', post._id));
      const key = `again-${post._id}`;
      const first = await report(bob, about('post', post._id), key);

      const again = await report(bob, about('post', post._id), key);

      expect([first.status, again.status]).toEqual([status, status]);
      expect(again.body).toEqual(first.body);
    },
  );

  it.each<ReportTarget>(['post', 'comment', 'story', 'user'])(
    'answers 404 for a %s with an unknown or malformed id',
    async (type) => {
      for (const id of ['0'.repeat(24), 'nonsense', '']) {
        const answer = await report(bob, about(type, id));

        expect({ id, status: answer.status }).toEqual({ id, status: 404 });
      }
    },
  );

  it('refuses reports of own posts and of oneself with 400', async () => {
    for (const form of [about('post', post._id), about('user', alice.id)]) {
      const answer = await report(alice, form);

      expect(answer.status).toBe(400);
      expect(ErrorAnswer.parse(answer.body).error).toBe('You cannot report what is yours');
    }
    expect(await casesAbout(post._id)).toEqual([]);
  });

  it.each([
    ['no reason', undefined],
    ['an empty reason', ''],
    ['a blank reason', ' \n\u200b'],
    ['a reason of 1,001 characters', '😀'.repeat(1_001)],
  ])('refuses %s with 400', async (_what, reason) => {
    expect((await report(bob, { ...about('post', post._id), reason })).status).toBe(400);
  });

  it('accepts a reason of 1,000 characters', async () => {
    expect((await report(bob, about('post', post._id, '😀'.repeat(1_000)))).status).toBe(201);
  });

  it.each(['targetType', 'targetId', 'reason'])(
    'refuses a %s that is not a string with 400',
    async (field) => {
      for (const value of [...NOT_TEXT, undefined]) {
        const answer = await report(bob, { ...about('post', post._id), [field]: value });

        expect({ value, status: answer.status }).toEqual({ value, status: 400 });
      }
    },
  );

  it('refuses an unknown target type with 400', async () => {
    expect((await report(bob, { ...about('post', post._id), targetType: 'match' })).status).toBe(
      400,
    );
  });

  describe('reports after an account deletion', () => {
    const service = () => kickoff.app.get(ReportsService, { strict: false });

    it('reports by the deleted fan remain, without a name', async () => {
      const carol = await aFan(kickoff);
      await report(bob, about('post', post._id));
      await report(carol, about('post', post._id, 'Carol says no'));

      await service().removeAllOf(carol.id);

      const [open] = await casesAbout(post._id);
      expect(open).toMatchObject({ state: 'open', count: 2 });
      const entries = await kickoff.connection
        .collection('report_entries')
        .find({ caseId: open?._id }, { sort: { _id: 1 } })
        .toArray();
      expect(entries.map(({ reason }) => String(reason))).toEqual([
        'Insults people',
        'Carol says no',
      ]);
      expect(entries[1]).not.toHaveProperty('reporterId');
    });

    it('cases about the deleted fan and their posts are deleted', async () => {
      const carol = await aFan(kickoff);
      const theirs = await aPostBy(carol, 'Sorry');
      await report(bob, about('post', theirs._id));
      await report(bob, about('user', carol.id));

      await service().removeAllOf(carol.id);

      expect([...(await casesAbout(theirs._id)), ...(await casesAbout(carol.id))]).toEqual([]);
      const left = kickoff.connection.collection('report_entries');
      expect(JSON.stringify(await left.find().toArray())).not.toContain(carol.id);
    });
  });
});
