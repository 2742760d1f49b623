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
import { Post } from '@kickoff/contracts';
import { mongo, Types } from 'mongoose';

import { SessionsService } from '../src/auth/sessions.service.js';
import { PostModerationService } from '../src/posts/moderation/post-moderation.service.js';
import { PollVotesRepository } from '../src/posts/polls/poll-votes.repository.js';
import { PollsService } from '../src/posts/polls/polls.service.js';
import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, signedIn } from './support/many-fans.js';
import { aPollBy, vote } from './support/polls.js';
import { findSource } from './support/personal-data-sources.js';

const CROWD = 50;
/** Shorter than an admin's session. */
const POLL_MS = 10 * 60_000;

describe('poll counts', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  let admin: Caller;
  let crowd: Pick<Caller, 'id' | 'token'>[];
  let post: Post;

  beforeAll(async () => {
    kickoff = await startKickOff();
    [alice, bob] = [await aFan(kickoff), await aFan(kickoff)];
    admin = await anAdmin(kickoff);
    const sessions = kickoff.app.get(SessionsService, { strict: false });
    crowd = [];
    for (const _id of await manyFans(kickoff, CROWD)) {
      const id = _id.toString();
      const token = await sessions.begin('fan', id, 'crowd', () => Promise.resolve(true));
      crowd.push({ id, token });
    }
  });
  beforeEach(async () => {
    post = await aPollBy(kickoff, alice, { options: ['A', 'B', 'C'], forMs: POLL_MS });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => kickoff.stop());

  const service = () => kickoff.app.get(PollsService, { strict: false });
  const moderation = () => kickoff.app.get(PostModerationService, { strict: false });
  const removeAsAdmin = () =>
    moderation().remove(post._id, {
      by: { _id: new Types.ObjectId().toString(), username: 'ada' },
    });
  const rows = () =>
    kickoff.connection
      .collection('poll_votes')
      .find({ postId: new Types.ObjectId(post._id) })
      .toArray();
  /** The stored counts by option and their total. */
  const stored = async (collection = 'posts') => {
    const found = await kickoff.connection
      .collection(collection)
      .findOne({ _id: new Types.ObjectId(post._id) });
    const { counts, total } = found?.['poll'] as { counts: number[]; total: number };
    return { counts, total };
  };
  const countRows = async () => {
    const options = (await rows()).map(({ option }) => Number(option));
    return {
      counts: [0, 1, 2].map((option) => options.filter((one) => one === option).length),
      total: options.length,
    };
  };

  it('the counts match the votes of 50 fans who vote concurrently', async () => {
    const answers = await Promise.all(crowd.map((fan, at) => vote(kickoff, fan, post, at % 3)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await stored()).toEqual({ counts: [17, 17, 16], total: CROWD });
    expect(await countRows()).toEqual(await stored());
  });

  it('the counts include only one of 20 concurrent votes of one fan', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => vote(kickoff, bob, post, at % 3)),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await stored()).total).toBe(1);
    expect(await countRows()).toEqual(await stored());
  });

  it('the counts match the votes when two instances accept votes of the same fans concurrently', async () => {
    const other = await kickoff.another();

    // By the services: that many concurrent requests may be refused on a busy machine.
    const services = [kickoff, other].map(({ app }) => app.get(PollsService, { strict: false }));
    const results = await Promise.allSettled(
      crowd
        .slice(0, 30)
        .flatMap(({ id }, at) =>
          services.map((polls, option) =>
            polls.vote(signedIn(new Types.ObjectId(id)), post._id, { option: (at + option) % 3 }),
          ),
        ),
    );

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    expect((await stored()).total).toBe(30);
    expect(await countRows()).toEqual(await stored());
    await other.close();
  });

  it('the counts stay unchanged when storing a vote fails', async () => {
    jest
      .spyOn(mongo.Collection.prototype, 'findOneAndUpdate')
      .mockRejectedValueOnce(new Error('The process died here'));

    await vote(kickoff, bob, post, 0).expect(500);

    expect(await rows()).toEqual([]);
    expect(await stored()).toEqual({ counts: [0, 0, 0], total: 0 });
    await vote(kickoff, bob, post, 0).expect(200);
    expect(await stored()).toEqual({ counts: [1, 0, 0], total: 1 });
  });

  it('the counts include a vote that is sent concurrently with an edit', async () => {
    const [edited, voted] = await Promise.all([
      as(kickoff, alice).patch(`/api/pt/posts/${post._id}`).send({ text: 'Changed' }),
      vote(kickoff, bob, post, 0),
    ]);

    expect(voted.status).toBe(200);
    expect([200, 409]).toContain(edited.status);
    const after = Post.parse((await as(kickoff, bob).get(`/api/pt/posts/${post._id}`)).body);
    expect(after.edited === true).toBe(edited.status === 200);
    expect(after.poll).toMatchObject({ total: 1, mine: 0 });
  });

  it('the counts lose only the votes of a deleted account', async () => {
    const leaving = await aFan(kickoff);
    await vote(kickoff, leaving, post, 1).expect(200);
    await vote(kickoff, bob, post, 1).expect(200);

    const exported = [];
    for await (const one of service().exportOf(leaving.id)) exported.push(one);
    await service().removeAllOf(leaving.id);

    expect(exported).toEqual([
      { postId: post._id, option: 1, createdAt: expect.stringMatching(/Z$/) },
    ]);
    expect(await stored()).toEqual({ counts: [0, 1, 0], total: 1 });
    expect(await countRows()).toEqual(await stored());
  });

  it('the counts lose each vote once when an account deletion is interrupted and repeated', async () => {
    const leaving = await aFan(kickoff);
    await vote(kickoff, leaving, post, 1).expect(200);
    const source = findSource(kickoff, 'votes');
    jest
      .spyOn(PollVotesRepository.prototype, 'remove')
      .mockRejectedValueOnce(new mongo.MongoNetworkError('cut'));

    await expect(source.removeAllOf(leaving.id)).rejects.toThrow('cut');
    await source.removeAllOf(leaving.id);
    await source.removeAllOf(leaving.id);

    expect(await stored()).toEqual({ counts: [0, 0, 0], total: 0 });
  });

  it('the counts lose the votes of a deleted account while an admin has removed the post', async () => {
    const leaving = await aFan(kickoff);
    await vote(kickoff, leaving, post, 2).expect(200);
    await vote(kickoff, bob, post, 0).expect(200);
    await removeAsAdmin();

    await service().removeAllOf(leaving.id);
    const removed = await stored('moderated_posts');
    await moderation().restore(await moderation().prepareRestore(post._id));

    expect(removed).toEqual({ counts: [1, 0, 0], total: 1 });
    expect(await stored()).toEqual(removed);
    await vote(kickoff, bob, post, 0).expect(409);
  });

  it('a post can be edited again when its only vote is deleted with the account', async () => {
    const leaving = await aFan(kickoff);
    await vote(kickoff, leaving, post, 1).expect(200);
    await service().removeAllOf(leaving.id);

    await as(kickoff, alice).patch(`/api/pt/posts/${post._id}`).send({ text: 'B' }).expect(200);
  });

  it('a post that an admin removed accepts no vote', async () => {
    await removeAsAdmin();

    await vote(kickoff, bob, post, 0).expect(404);

    expect(await rows()).toEqual([]);
  });

  it('a post that is deleted concurrently with votes leaves no votes stored', async () => {
    const posts = [post, await aPollBy(kickoff, alice), await aPollBy(kickoff, alice)];

    for (const { _id } of posts) {
      await Promise.all([
        ...crowd.slice(0, 10).map((fan) => vote(kickoff, fan, { _id }, 0)),
        as(kickoff, alice).delete(`/api/pt/posts/${_id}`).expect(204),
      ]);
    }
    await kickoff.app.get(PostCleanupJob, { strict: false }).run();

    const postIds = posts.map(({ _id }) => new Types.ObjectId(_id));
    const left = kickoff.connection.collection('poll_votes');
    expect(await left.countDocuments({ postId: { $in: postIds } })).toBe(0);
  });

  it('responses name no voter to the author, other fans or admins', async () => {
    const [voter] = crowd;
    if (!voter) throw new Error('nobody');
    await vote(kickoff, voter, post, 0).expect(200);
    await as(kickoff, bob)
      .post('/api/reports')
      .send({ targetType: 'post', targetId: post._id, reason: 'Rude' })
      .expect(201);

    const answers = [
      await as(kickoff, alice).get(`/api/pt/posts/${post._id}`).expect(200),
      await as(kickoff, bob).get('/api/pt/posts').expect(200),
      await as(kickoff, admin).get('/api/admin/posts').expect(200),
      await as(kickoff, admin).get('/api/admin/reports').expect(200),
      await as(kickoff, alice).get('/api/notifications').expect(200),
    ];

    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(voter.id);
    const [listed] = answers[2]?.body as Post[];
    expect(listed?.poll).toEqual({ ...post.poll, total: 1 });
  });

  it('admins see the counts of options only after the poll has ended', async () => {
    await vote(kickoff, bob, post, 1).expect(200);
    const asAdmin = async () => {
      const answer = await as(kickoff, admin).get(`/api/admin/posts?q=${post._id}`).expect(200);
      return (answer.body as Post[])[0]?.poll?.options.map(({ count }) => count);
    };
    const before = await asAdmin();

    kickoff.clock.advance(POLL_MS);

    expect(before).toEqual([undefined, undefined, undefined]);
    expect(await asAdmin()).toEqual([0, 1, 0]);
  });
});
