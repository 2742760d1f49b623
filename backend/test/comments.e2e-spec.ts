import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Comment, COMMENT_MAX_LENGTH, Post } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { CountersRepository } from '../src/counters/counters.repository.js';
import { CommentsService } from '../src/posts/comments/comments.service.js';
import { PostModerationService } from '../src/posts/moderation/post-moderation.service.js';
import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { signedIn } from './support/many-fans.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('comments', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  let carol: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff, { username: 'alice' });
    bob = await aFan(kickoff, { username: 'bob' });
    carol = await aFan(kickoff, { username: 'carol' });
  });
  afterAll(() => kickoff.stop());

  async function aPost(by = alice): Promise<Post> {
    const answer = await as(kickoff, by).post('/api/pt/posts').field('text', 'Goal!').expect(201);
    return Post.parse(answer.body);
  }
  const say = (post: Post, text: unknown, by = bob) =>
    as(kickoff, by).post(`/api/pt/posts/${post._id}/comment`).send({ text });
  async function aComment(post: Post, text: string, by = bob): Promise<Comment> {
    const comment = Post.parse((await say(post, text, by).expect(200)).body).comments.at(-1);
    if (!comment) throw new Error('no comment came');
    return comment;
  }
  const remove = (post: Post, comment: Comment, by: Caller) =>
    as(kickoff, by).delete(`/api/pt/posts/${post._id}/comments/${comment._id}`);
  const seen = async (post: Post, by = alice) =>
    Post.parse((await as(kickoff, by).get(`/api/pt/posts/${post._id}`).expect(200)).body);
  const inFeed = async (post: Post) =>
    z
      .array(Post)
      .parse((await as(kickoff, bob).get('/api/pt/posts?limit=100')).body)
      .find(({ _id }) => _id === post._id);
  const texts = (post: Pick<Post, 'comments'> | undefined) =>
    post?.comments.map(({ text }) => text);
  const rowsOf = (post: Post) =>
    kickoff.connection
      .collection('comments')
      .countDocuments({ postId: new Types.ObjectId(post._id) });

  it('answers the updated post with the comment as it was sent', async () => {
    const post = await aPost();

    const answer = await say(post, ' What a goal! <b>⚽</b>\n$name {"a": "$text"} ');

    expect(answer.status).toBe(200);
    const after = Post.parse(answer.body);
    expect(after).toMatchObject({ _id: post._id, commentsCount: 1 });
    expect(after.comments[0]).toMatchObject({
      text: ' What a goal! <b>⚽</b>\n$name {"a": "$text"} ',
      user: { _id: bob.id, username: 'bob', profilePicture: '' },
    });
    expect(await seen(post)).toEqual(after);
  });

  it.each(['$text', '$$ROOT', '$likesCount'])('keeps the text %s as text', async (text) => {
    const post = await aPost();

    await say(post, text).expect(200);

    expect(texts(await inFeed(post))).toEqual([text]);
  });

  it('tells whether the reader likes the post', async () => {
    const post = await aPost();
    await as(kickoff, bob).post(`/api/pt/posts/${post._id}/like`).expect(200);

    expect(Post.parse((await say(post, 'Mine', bob)).body).liked).toBe(true);
    expect(Post.parse((await say(post, 'Yours', carol)).body).liked).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t\u200b'],
    ['one character too many', 'a'.repeat(COMMENT_MAX_LENGTH + 1)],
    ['a lone surrogate', '\ud83d'],
    ...NOT_TEXT.map((value): [string, unknown] => [JSON.stringify(value), value]),
    ['no text at all', undefined],
  ])('refuses %s with 400', async (_what, text) => {
    const post = await aPost();

    expect((await say(post, text)).status).toBe(400);
    expect(await rowsOf(post)).toBe(0);
  });

  it('takes the longest text, counted in characters and not in units', async () => {
    const post = await aPost();
    const text = '⚽️'.slice(0, 1) + '🏆'.repeat(COMMENT_MAX_LENGTH - 1);

    await say(post, text).expect(200);

    expect(texts(await seen(post))).toEqual([text]);
  });

  it('shows the first 20 in lists, the first 100 in the post, and the newest 100 to who comments', async () => {
    const post = await aPost();
    const all = Array.from({ length: 103 }, (_, number) => `Number ${number}`);
    let last: Post = post;
    for (const text of all) last = Post.parse((await say(post, text).expect(200)).body);

    expect(texts(last)).toEqual(all.slice(-100));
    expect(texts(await seen(post))).toEqual(all.slice(0, 100));
    expect(texts(await inFeed(post))).toEqual(all.slice(0, 20));
    expect((await inFeed(post))?.commentsCount).toBe(103);
  });

  it('lists comments oldest first, page by page, nothing twice and nothing left out', async () => {
    const post = await aPost();
    const all = ['One', 'Two', 'Three', 'Four', 'Five'];
    for (const text of all) await say(post, text).expect(200);

    const pages = await everyPage(kickoff, carol, `/api/pt/posts/${post._id}/comments?limit=2`);
    const walked = z
      .array(z.array(Comment))
      .parse(pages)
      .flat()
      .map(({ text }) => text);

    expect(walked).toEqual(all);
  });

  it('counts 30 comments sent at once as 30, and keeps their order', async () => {
    const post = await aPost();

    await Promise.all(Array.from({ length: 30 }, (_, number) => say(post, `Number ${number}`)));

    const whole = await seen(post);
    expect(whole.commentsCount).toBe(30);
    expect((await inFeed(post))?.comments).toEqual(whole.comments.slice(0, 20));
    expect(await rowsOf(post)).toBe(30);
  });

  it('stores a comment once that is sent with the same key, also at once', async () => {
    const post = await aPost();
    const send = () => say(post, 'Once').set('Idempotency-Key', 'the-same-key');

    const answers = await Promise.all([send(), send(), send()]);
    const again = await send();

    expect([...answers, again].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rowsOf(post)).toBe(1);
    expect((await seen(post)).commentsCount).toBe(1);
    expect((await say(post, 'Another').set('Idempotency-Key', 'the-same-key')).status).toBe(409);
  });

  it.each([
    ['its author', () => bob],
    ["the post's author", () => alice],
  ])('is taken away by %s', async (_who, who) => {
    const post = await aPost();
    const comment = await aComment(post, 'Gone soon');

    expect((await remove(post, comment, who())).status).toBe(204);

    expect(await seen(post)).toMatchObject({ comments: [], commentsCount: 0 });
    expect((await remove(post, comment, who())).status).toBe(404);
  });

  it("refuses to take another's comment away below another's post", async () => {
    const post = await aPost();
    const comment = await aComment(post, 'Stays');

    expect((await remove(post, comment, carol)).status).toBe(403);
    expect(texts(await seen(post))).toEqual(['Stays']);
  });

  it('does not reach a comment through another post', async () => {
    const post = await aPost();
    const own = await aPost(carol);
    const comment = await aComment(post, 'Stays');

    expect((await remove(own, comment, carol)).status).toBe(404);
    expect((await remove(own, comment, bob)).status).toBe(404);
    expect(texts(await seen(post))).toEqual(['Stays']);
  });

  it('is counted out once when it is taken away several times at once', async () => {
    const post = await aPost();
    await aComment(post, 'Stays');
    const comment = await aComment(post, 'Goes');

    const answers = await Promise.all(
      [bob, alice, bob, alice].map((who) => remove(post, comment, who)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect((await seen(post)).commentsCount).toBe(1);
  });

  it('fills the shown comments up again when one of them goes', async () => {
    const post = await aPost();
    const all = Array.from({ length: 22 }, (_, number) => `Number ${number}`);
    for (const text of all) await say(post, text).expect(200);
    const [first] = (await seen(post)).comments;
    if (!first) throw new Error('no comment');

    await remove(post, first, bob).expect(204);

    expect(texts(await inFeed(post))).toEqual(all.slice(1, 21));
  });

  it('leaves no comment behind when the post goes meanwhile', async () => {
    const posts = await Promise.all(Array.from({ length: 5 }, () => aPost()));

    for (const post of posts) {
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => say(post, 'Too late?')),
        as(kickoff, alice).delete(`/api/pt/posts/${post._id}`),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    }
    await kickoff.app.get(PostCleanupJob, { strict: false }).run();

    expect(await Promise.all(posts.map(rowsOf))).toEqual([0, 0, 0, 0, 0]);
  });

  it('answers 404 for a post or a comment that does not exist', async () => {
    const post = await aPost();
    const nothing = new Types.ObjectId().toString();

    const asked = await Promise.all([
      say({ ...post, _id: nothing }, 'Hello?'),
      as(kickoff, bob).get(`/api/pt/posts/${nothing}/comments`),
      as(kickoff, bob).delete(`/api/pt/posts/${post._id}/comments/${nothing}`),
      as(kickoff, bob).delete(`/api/pt/posts/${nothing}/comments/${nothing}`),
      as(kickoff, bob).delete(`/api/pt/posts/${post._id}/comments/none`),
    ]);

    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('changes the row, the count, the preview and the total together or not at all', async () => {
    const post = await aPost();
    const comment = await aComment(post, 'Stays');
    const before = await seen(post);
    const die = () =>
      jest
        .spyOn(CountersRepository.prototype, 'add')
        .mockRejectedValueOnce(new Error('The process died here'));

    die();
    await say(post, 'Half done').expect(500);
    die();
    await remove(post, comment, bob).expect(500);

    expect(await seen(post)).toEqual(before);
    expect(await rowsOf(post)).toBe(1);
  });

  it('is counted exactly where two instances take comments on one post at once', async () => {
    const post = await aPost();
    const other = await kickoff.another();
    const gone = await aComment(post, 'Goes');

    // By the services: so many calls at once may be refused where the machine is busy.
    const services = [kickoff, other].map(({ app }) => app.get(CommentsService, { strict: false }));
    await Promise.all([
      services[0]?.removeForAdmin(gone._id),
      ...Array.from({ length: 24 }, (_, at) => {
        const by = signedIn(new Types.ObjectId(at % 3 ? bob.id : carol.id));
        const result = { id: new Types.ObjectId().toString(), exists: false };
        return services[at % 2]?.create(by, post._id, result, { text: `Number ${at}` });
      }),
    ]);

    expect(await rowsOf(post)).toBe(24);
    expect((await seen(post)).commentsCount).toBe(24);
    expect((await inFeed(post))?.comments).toHaveLength(20);
    await other.close();
  });

  it('counts right in a post that an admin has taken away meanwhile', async () => {
    const post = await aPost();
    const leaving = await aFan(kickoff);
    await aComment(post, 'Stays');
    await aComment(post, 'Goes', leaving);
    const moderation = kickoff.app.get(PostModerationService, { strict: false });
    const by = { _id: new Types.ObjectId().toString(), username: 'ada' };
    await moderation.remove(post._id, { by });

    await kickoff.app.get(CommentsService, { strict: false }).removeAllOf(leaving.id);
    await moderation.restore(await moderation.prepareRestore(post._id));

    expect(await seen(post)).toMatchObject({ commentsCount: 1, comments: [{ text: 'Stays' }] });
  });

  it('is found by its id for who may see it', async () => {
    const post = await aPost();
    const comment = await aComment(post, 'Report me');
    const fan = { id: carol.id, sessionId: '', audience: 'fan' } as const;

    const found = await kickoff.app.get(CommentsService, { strict: false }).one(fan, comment._id);

    expect(found).toEqual(comment);
  });

  it('goes with a leaving fan, and leaves the posts of others right', async () => {
    const post = await aPost();
    const leaving = await aFan(kickoff);
    await aComment(post, 'Stays');
    await aComment(post, 'Goes', leaving);

    const comments = kickoff.app.get(CommentsService, { strict: false });
    const exported = [];
    for await (const one of comments.exportOf(leaving.id)) exported.push(one.text);
    await comments.removeAllOf(leaving.id);

    expect(exported).toEqual(['Goes']);
    expect(texts(await seen(post))).toEqual(['Stays']);
    expect((await seen(post)).commentsCount).toBe(1);
  });
});
