import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClientErrorRow, Comment, Post, ReportCase } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const MB = 1024 * 1024;
/** The character that grows most in JSON: one code unit becomes six bytes. */
const WIDE = '\u0001';

describe('size of a response', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  let ada: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    [alice, bob, ada] = [await aFan(kickoff), await aFan(kickoff), await anAdmin(kickoff)];
  });
  afterAll(() => kickoff.stop());

  const collection = (name: string) => kickoff.connection.collection(name);
  const bytesOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body));
  const addComment = (postId: string, text: string, by = bob) =>
    as(kickoff, by).post(`/api/pt/posts/${postId}/comment`).send({ text }).expect(200);
  const post = async (text: string) =>
    Post.parse((await as(kickoff, alice).post('/api/pt/posts').field('text', text)).body);

  /** Rows as the API stores them, inserted directly for speed. */
  async function fillWith(count: number, text: string, comment: string, comments: number) {
    const authorId = new Types.ObjectId(alice.id);
    const rows = Array.from({ length: count }, (_, at) => {
      const createdAt = new Date(Date.UTC(2026, 5, 1) + at * 1_000);
      return {
        _id: new Types.ObjectId(),
        authorId,
        text,
        likesCount: 0,
        commentsCount: comments,
        newestLikers: [],
        firstComments: Array.from({ length: comments }, () => ({
          _id: new Types.ObjectId(),
          authorId,
          text: comment,
          createdAt,
          truncated: true,
        })),
        version: 1,
        createdAt,
      };
    });
    await collection('posts').insertMany(rows);
    return () => collection('posts').deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  }

  /** All ids of a list over all pages, each page within its bytes. */
  async function walk(path: string, by: Caller, maxBytes: number): Promise<string[]> {
    const ids: string[] = [];
    for (const page of await everyPage(kickoff, by, path)) {
      const rows = z.array(z.object({ _id: z.string() })).parse(page);
      expect(rows.length).toBeGreaterThan(0);
      expect(bytesOf(page)).toBeLessThanOrEqual(maxBytes);
      ids.push(...rows.map(({ _id }) => _id));
    }
    return ids;
  }

  describe('comment in a list of posts', () => {
    it('is truncated after 300 code points there and complete elsewhere', async () => {
      const { _id } = await post('Thoughts?');
      const long = '\u{1F600}'.repeat(301);

      const [created] = Post.parse((await addComment(_id, long)).body).comments;
      const feed = z.array(Post).parse((await as(kickoff, bob).get('/api/pt/posts?limit=1')).body);
      const whole = Post.parse((await as(kickoff, bob).get(`/api/pt/posts/${_id}`)).body);
      const liked = Post.parse((await as(kickoff, bob).post(`/api/pt/posts/${_id}/like`)).body);
      const listed = z
        .array(Comment)
        .parse((await as(kickoff, bob).get(`/api/pt/posts/${_id}/comments`)).body);

      expect(feed[0]?.comments[0]).toMatchObject({
        text: '\u{1F600}'.repeat(300),
        truncated: true,
      });
      for (const comment of [created, whole.comments[0], liked.comments[0], listed[0]]) {
        expect(comment?.text).toBe(long);
        expect(comment).not.toHaveProperty('truncated');
      }
    });

    it('is complete up to 300 code points', async () => {
      const { _id } = await post('Short ones?');
      await addComment(_id, 'x'.repeat(300));

      const feed = z.array(Post).parse((await as(kickoff, bob).get('/api/pt/posts?limit=1')).body);

      expect(feed[0]?.comments[0]?.text).toBe('x'.repeat(300));
      expect(feed[0]?.comments[0]).not.toHaveProperty('truncated');
    });

    it('is truncated also in a refilled preview', async () => {
      const { _id } = await post('Many?');
      const [first] = Post.parse((await addComment(_id, 'first')).body).comments;
      for (let at = 0; at < 20; at += 1) await addComment(_id, 'x'.repeat(400));
      await as(kickoff, bob).delete(`/api/pt/posts/${_id}/comments/${first?._id}`).expect(204);

      const feed = z.array(Post).parse((await as(kickoff, bob).get('/api/pt/posts?limit=1')).body);

      expect(feed[0]?.comments).toHaveLength(20);
      for (const comment of feed[0]?.comments ?? []) {
        expect(comment).toMatchObject({ text: 'x'.repeat(300), truncated: true });
      }
    });
  });

  describe('list of posts with 20,000 characters and 20 long comments each', () => {
    it.each([
      ['the feed without a limit', '/api/pt/posts', MB / 2],
      ['the feed with a limit', '/api/pt/posts?limit=100', MB],
      ["one's own posts", '/api/user/fposts', MB],
      ["the admins' posts", '/api/admin/posts', MB],
    ])('returns %s completely in pages of at most 1 MB', async (_, path, maxBytes) => {
      const before = await collection('posts').countDocuments();
      const clear = await fillWith(12, WIDE.repeat(20_000), WIDE.repeat(300), 20);

      const ids = await walk(path, path.startsWith('/api/admin') ? ada : alice, maxBytes);

      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(before + 12);
      await clear();
    });

    it('reads few rows beyond the bytes of its page', async () => {
      const clear = await fillWith(150, 'x'.repeat(20_000), '', 0);

      const answer = await as(kickoff, alice).get('/api/user/fposts').expect(200);

      expect(z.array(Post).parse(answer.body).length).toBeLessThan(60);
      await clear();
    });
  });

  it('is at most 1 MB for a page of posts with quotes', async () => {
    const quoted = await post(`x${WIDE.repeat(299)}`);
    await collection('posts').updateOne(
      { _id: new Types.ObjectId(quoted._id) },
      { $set: { alt: WIDE.repeat(1_000) } },
    );
    const clear = await fillWith(400, 'x', '', 0);
    await collection('posts').updateMany(
      { text: 'x' },
      { $set: { quoteId: new Types.ObjectId(quoted._id) } },
    );

    const ids = await walk('/api/user/fposts', alice, MB);

    expect(ids.length).toBeGreaterThanOrEqual(400);
    await clear();
  });

  it('is at most 1 MB for a post with 100 long comments, of which it contains fewer', async () => {
    const { _id } = await post('Essays?');
    const createdAt = (at: number) => new Date(Date.UTC(2026, 5, 1) + at);
    const comments = Array.from({ length: 100 }, (_, at) => ({
      _id: new Types.ObjectId(),
      postId: new Types.ObjectId(_id),
      authorId: new Types.ObjectId(bob.id),
      text: WIDE.repeat(5_000),
      createdAt: createdAt(at),
    }));
    await collection('comments').insertMany(comments);
    await collection('posts').updateOne(
      { _id: new Types.ObjectId(_id) },
      { $set: { commentsCount: 100 } },
    );

    const whole = await as(kickoff, bob).get(`/api/pt/posts/${_id}`).expect(200);
    const created = await addComment(_id, 'The newest');
    const ids = await walk(`/api/pt/posts/${_id}/comments`, bob, MB);

    const [first, after] = [Post.parse(whole.body), Post.parse(created.body)];
    expect(bytesOf(first)).toBeLessThanOrEqual(MB);
    expect(bytesOf(after)).toBeLessThanOrEqual(MB);
    expect(first.comments[0]?._id).toBe(String(comments[0]?._id));
    expect(first.comments.length).toBeGreaterThan(10);
    expect([first.commentsCount, after.commentsCount]).toEqual([100, 101]);
    expect(after.comments.at(-1)?.text).toBe('The newest');
    expect(ids).toHaveLength(101);
  });

  it('is at most 1 MB for a page of admin cases or audit log entries', async () => {
    const at = (number: number) => new Date(Date.UTC(2026, 5, 1) + number);
    const cases = Array.from({ length: 40 }, (_, number) => ({
      _id: new Types.ObjectId(),
      targetType: 'post',
      targetId: new Types.ObjectId(),
      ownerId: new Types.ObjectId(alice.id),
      snapshot: { username: 'x', text: WIDE.repeat(20_000), media: [] },
      state: 'open',
      count: 1,
      createdAt: at(number),
    }));
    await collection('reports').insertMany(cases);
    await collection('report_entries').insertMany(
      cases.map(({ _id, createdAt }) => ({
        caseId: _id,
        reporterId: new Types.ObjectId(bob.id),
        reason: WIDE.repeat(1_000),
        createdAt,
      })),
    );
    await collection('audit_log').insertMany(
      Array.from({ length: 400 }, (_, number) => ({
        _id: new Types.ObjectId(),
        at: at(number),
        actor: { _id: ada.id, username: 'Ada' },
        action: 'user.suspend',
        targetType: 'user',
        targetId: alice.id,
        details: { reason: WIDE.repeat(1_000) },
      })),
    );

    const answer = await as(kickoff, ada).get('/api/admin/reports?state=open').expect(200);

    expect(z.array(ReportCase).parse(answer.body).length).toBeGreaterThan(1);
    expect(await walk('/api/admin/reports?state=open', ada, MB)).toHaveLength(40);
    expect(new Set(await walk('/api/admin/audit-log', ada, MB)).size).toBeGreaterThanOrEqual(400);
  });

  it('is at most 1 MB for a page of client errors', async () => {
    const at = new Date(Date.UTC(2026, 5, 1));
    await collection('client_errors').insertMany(
      Array.from({ length: 1_000 }, (_, number) => ({
        _id: new Types.ObjectId(),
        kind: 'error',
        remote: 'fan',
        page: '/home',
        version: `1.0.${number}`,
        message: '\u{1F600}'.repeat(300),
        count: 1,
        firstAt: at,
        lastAt: at,
      })),
    );

    const pages = await everyPage(kickoff, ada, '/api/admin/client-errors');

    for (const page of pages) expect(bytesOf(page)).toBeLessThanOrEqual(MB);
    const rows = pages.flatMap((page) => z.array(ClientErrorRow).parse(page));
    expect(new Set(rows.map(({ version }) => version)).size).toBe(1_000);
    expect(rows).toHaveLength(1_000);
  });
});
