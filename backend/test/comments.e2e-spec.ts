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

describe('comment on a post', () => {
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
  const addComment = (post: Post, text: unknown, by = bob) =>
    as(kickoff, by).post(`/api/pt/posts/${post._id}/comment`).send({ text });
  async function aComment(post: Post, text: string, by = bob): Promise<Comment> {
    const comment = Post.parse((await addComment(post, text, by).expect(200)).body).comments.at(-1);
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

  it('returns the updated post with the comment exactly as sent', async () => {
    const post = await aPost();

    const answer = await addComment(post, ' What a goal! <b>⚽</b>\n$name {"a": "$text"} ');

    expect(answer.status).toBe(200);
    const after = Post.parse(answer.body);
    expect(after).toMatchObject({ _id: post._id, commentsCount: 1 });
    expect(after.comments[0]).toMatchObject({
      text: ' What a goal! <b>⚽</b>\n$name {"a": "$text"} ',
      user: { _id: bob.id, username: 'bob', profilePicture: '' },
    });
    expect(await seen(post)).toEqual(after);
  });

  it.each(['$text', '$$ROOT', '$likesCount'])('stores the text %s literally', async (text) => {
    const post = await aPost();

    await addComment(post, text).expect(200);

    expect(texts(await inFeed(post))).toEqual([text]);
  });

  it('returns whether the author of the comment likes the post', async () => {
    const post = await aPost();
    await as(kickoff, bob).post(`/api/pt/posts/${post._id}/like`).expect(200);

    expect(Post.parse((await addComment(post, 'Mine', bob)).body).liked).toBe(true);
    expect(Post.parse((await addComment(post, 'Yours', carol)).body).liked).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t\u200b'],
    ['one character too many', 'a'.repeat(COMMENT_MAX_LENGTH + 1)],
    ['a lone surrogate', '\ud83d'],
    ...NOT_TEXT.map((value): [string, unknown] => [JSON.stringify(value), value]),
    ['a missing text', undefined],
  ])('answers 400 to %s', async (_what, text) => {
    const post = await aPost();

    expect((await addComment(post, text)).status).toBe(400);
    expect(await rowsOf(post)).toBe(0);
  });

  it('accepts the maximum length counted in code points', async () => {
    const post = await aPost();
    const text = '⚽️'.slice(0, 1) + '🏆'.repeat(COMMENT_MAX_LENGTH - 1);

    await addComment(post, text).expect(200);

    expect(texts(await seen(post))).toEqual([text]);
  });

  it('returns the first 20 in lists, the first 100 in the post, and the newest 100 after a comment', async () => {
    const post = await aPost();
    const all = Array.from({ length: 103 }, (_, number) => `Number ${number}`);
    let last: Post = post;
    for (const text of all) last = Post.parse((await addComment(post, text).expect(200)).body);

    expect(texts(last)).toEqual(all.slice(-100));
    expect(texts(await seen(post))).toEqual(all.slice(0, 100));
    expect(texts(await inFeed(post))).toEqual(all.slice(0, 20));
    expect((await inFeed(post))?.commentsCount).toBe(103);
  });

  it('is listed once, oldest first, over all pages', async () => {
    const post = await aPost();
    const all = ['One', 'Two', 'Three', 'Four', 'Five'];
    for (const text of all) await addComment(post, text).expect(200);

    const pages = await everyPage(kickoff, carol, `/api/pt/posts/${post._id}/comments?limit=2`);
    const walked = z
      .array(z.array(Comment))
      .parse(pages)
      .flat()
      .map(({ text }) => text);

    expect(walked).toEqual(all);
  });

  it('is counted and listed in one order when 30 are concurrent', async () => {
    const post = await aPost();

    await Promise.all(
      Array.from({ length: 30 }, (_, number) => addComment(post, `Number ${number}`)),
    );

    const whole = await seen(post);
    expect(whole.commentsCount).toBe(30);
    expect((await inFeed(post))?.comments).toEqual(whole.comments.slice(0, 20));
    expect(await rowsOf(post)).toBe(30);
  });

  it('stores one comment for concurrent and later requests with one idempotency key', async () => {
    const post = await aPost();
    const send = () => addComment(post, 'Once').set('Idempotency-Key', 'the-same-key');

    const answers = await Promise.all([send(), send(), send()]);
    const again = await send();

    expect([...answers, again].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rowsOf(post)).toBe(1);
    expect((await seen(post)).commentsCount).toBe(1);
    expect((await addComment(post, 'Another').set('Idempotency-Key', 'the-same-key')).status).toBe(
      409,
    );
  });

  it.each([
    ['its author', () => bob],
    ["the post's author", () => alice],
  ])('is deleted by %s', async (_who, who) => {
    const post = await aPost();
    const comment = await aComment(post, 'Gone soon');

    expect((await remove(post, comment, who())).status).toBe(204);

    expect(await seen(post)).toMatchObject({ comments: [], commentsCount: 0 });
    expect((await remove(post, comment, who())).status).toBe(404);
  });

  it('answers 403 to a third fan who deletes a comment', async () => {
    const post = await aPost();
    const comment = await aComment(post, 'Stays');

    expect((await remove(post, comment, carol)).status).toBe(403);
    expect(texts(await seen(post))).toEqual(['Stays']);
  });

  it('answers 404 for a comment deleted through another post', async () => {
    const post = await aPost();
    const own = await aPost(carol);
    const comment = await aComment(post, 'Stays');

    expect((await remove(own, comment, carol)).status).toBe(404);
    expect((await remove(own, comment, bob)).status).toBe(404);
    expect(texts(await seen(post))).toEqual(['Stays']);
  });

  it('decrements the count once for concurrent deletions', async () => {
    const post = await aPost();
    await aComment(post, 'Stays');
    const comment = await aComment(post, 'Goes');

    const answers = await Promise.all(
      [bob, alice, bob, alice].map((who) => remove(post, comment, who)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect((await seen(post)).commentsCount).toBe(1);
  });

  it('refills the preview when a previewed comment is deleted', async () => {
    const post = await aPost();
    const all = Array.from({ length: 22 }, (_, number) => `Number ${number}`);
    for (const text of all) await addComment(post, text).expect(200);
    const [first] = (await seen(post)).comments;
    if (!first) throw new Error('no comment');

    await remove(post, first, bob).expect(204);

    expect(texts(await inFeed(post))).toEqual(all.slice(1, 21));
  });

  it('leaves no comment behind when the post is deleted concurrently', async () => {
    const posts = await Promise.all(Array.from({ length: 5 }, () => aPost()));

    for (const post of posts) {
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => addComment(post, 'Too late?')),
        as(kickoff, alice).delete(`/api/pt/posts/${post._id}`),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    }
    await kickoff.app.get(PostCleanupJob, { strict: false }).run();

    expect(await Promise.all(posts.map(rowsOf))).toEqual([0, 0, 0, 0, 0]);
  });

  it('answers 404 for an unknown post or comment', async () => {
    const post = await aPost();
    const nothing = new Types.ObjectId().toString();

    const asked = await Promise.all([
      addComment({ ...post, _id: nothing }, 'Hello?'),
      as(kickoff, bob).get(`/api/pt/posts/${nothing}/comments`),
      as(kickoff, bob).delete(`/api/pt/posts/${post._id}/comments/${nothing}`),
      as(kickoff, bob).delete(`/api/pt/posts/${nothing}/comments/${nothing}`),
      as(kickoff, bob).delete(`/api/pt/posts/${post._id}/comments/none`),
    ]);

    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('changes row, count, preview and day total in one transaction', async () => {
    const post = await aPost();
    const comment = await aComment(post, 'Stays');
    const before = await seen(post);
    const die = () =>
      jest
        .spyOn(CountersRepository.prototype, 'add')
        .mockRejectedValueOnce(new Error('The process died here'));

    die();
    await addComment(post, 'Half done').expect(500);
    die();
    await remove(post, comment, bob).expect(500);

    expect(await seen(post)).toEqual(before);
    expect(await rowsOf(post)).toBe(1);
  });

  it('is counted exactly when two instances write to one post concurrently', async () => {
    const post = await aPost();
    const other = await kickoff.another();
    const gone = await aComment(post, 'Goes');

    // Calls the services because the API may refuse so many requests on a busy machine.
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

  it('is counted correctly in a restored post after its author left while the post was removed', async () => {
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

  it('is returned by its id', async () => {
    const post = await aPost();
    const comment = await aComment(post, 'Report me');
    const fan = { id: carol.id, sessionId: '', audience: 'fan' } as const;

    const found = await kickoff.app.get(CommentsService, { strict: false }).one(fan, comment._id);

    expect(found).toEqual(comment);
  });

  it("is exported and deleted with its author, and the counts of others' posts stay correct", async () => {
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
