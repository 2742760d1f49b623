import { EventEmitter, once } from 'node:events';

import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AuditEntry, Post, TotalPosts } from '@kickoff/contracts';
import { z } from 'zod';

import { PersonalDataSources } from '../src/accounts/personal-data-sources.js';
import { MediaCleanupJob } from '../src/media/media-cleanup.job.js';
import { MediaService } from '../src/media/media.service.js';
import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { ModeratedPostExpiryJob } from '../src/posts/moderation/moderated-post-expiry.job.js';
import { PostModerationService } from '../src/posts/moderation/post-moderation.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { collectMails } from './support/mailbox.js';
import { ModerationFixture } from './support/moderation-fixture.js';
import { filesOnDisk } from './support/stored-files.js';
import { NOT_TEXT } from './support/wrong-types.js';

const DAY_MS = 24 * 60 * 60_000;
const NOWHERE = '000000000000000000000000';

describe('post moderation', () => {
  let fixture: ModerationFixture;

  beforeAll(async () => {
    fixture = await ModerationFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  const remove = (id: string, body: object = {}) =>
    as(fixture.kickoff, fixture.ada).delete(`/api/admin/posts/${id}`).send(body);
  const restore = (id: string) =>
    as(fixture.kickoff, fixture.ada).post(`/api/admin/posts/${id}/restore`);
  const like = (by: Caller, id: string, liked: boolean) =>
    as(fixture.kickoff, by).post(`/api/pt/posts/${id}/like`).send({ liked });
  const comment = (by: Caller, id: string, text: string) =>
    as(fixture.kickoff, by).post(`/api/pt/posts/${id}/comment`).send({ text });
  const seenBy = async (fan: Caller, id: string) =>
    (await as(fixture.kickoff, fan).get(`/api/pt/posts/${id}`)).status;
  const mails = () => collectMails(fixture.kickoff, fixture.kickoff.context.settings.dataFolder);
  const fileStatus = async (name = '') =>
    (await as(fixture.kickoff, fixture.alice).get(`/api/uploads/${name}`)).status;
  /** The number of rows of a post in a collection. */
  async function ofPost(name: string, { _id }: Post): Promise<number> {
    const rows = await fixture.kickoff.connection.collection(name).find().toArray();
    return rows.filter(({ postId }) => String(postId) === _id).length;
  }
  async function totalPosts(): Promise<number> {
    const answer = await as(fixture.kickoff, fixture.ada).get('/api/admin/totalPosts').expect(200);
    return TotalPosts.parse(answer.body).totalPosts;
  }
  async function postsCountOf(fan: Caller): Promise<number> {
    const answer = await as(fixture.kickoff, fan).get('/api/user/profile').expect(200);
    return z.object({ postsCount: z.number() }).parse(answer.body).postsCount;
  }

  describe('DELETE /api/admin/posts/:id', () => {
    it('removes a post for everyone, including its author', async () => {
      const post = await fixture.postBy(fixture.alice, 'Spam');
      const other = await fixture.postBy(fixture.alice, 'No spam');

      const answer = await remove(post._id, { reason: 'Spam' });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: expect.any(String) });
      for (const fan of [fixture.alice, fixture.bob]) expect(await seenBy(fan, post._id)).toBe(404);
      const feed = await as(fixture.kickoff, fixture.bob).get('/api/pt/posts').expect(200);
      expect(
        z
          .array(Post)
          .parse(feed.body)
          .map(({ _id }) => _id),
      ).toEqual([other._id]);
      expect(await fixture.textsOf('')).toEqual(['No spam']);
      await like(fixture.bob, post._id, true).expect(404);
      await comment(fixture.bob, post._id, 'Why?').expect(404);
    });

    it('stops serving its files, and serves the image again after the restore', async () => {
      const post = await fixture.postBy(fixture.alice, 'Picture', 'image');
      expect(await fileStatus(post.image)).toBe(200);

      await remove(post._id).expect(200);
      await fixture.kickoff.app.get(MediaCleanupJob).run();

      expect(await fileStatus(post.image)).toBe(404);
      expect(await fileStatus(`${post.image ?? ''}?w=320`)).toBe(404);
      expect(await fileStatus(`withheld/${post.image ?? ''}`)).toBe(404);
      await restore(post._id).expect(200);
      expect(await fileStatus(post.image)).toBe(200);
    });

    it("removes the post from the total and from the author's count", async () => {
      const before = await postsCountOf(fixture.alice);
      const post = await fixture.postBy(fixture.alice, 'Spam');

      await remove(post._id).expect(200);

      expect(await totalPosts()).toBe(0);
      expect(await postsCountOf(fixture.alice)).toBe(before);
    });

    it('notifies the author by mail with the reason', async () => {
      const post = await fixture.postBy(fixture.alice, 'Spam');
      await mails();

      await remove(post._id, { reason: 'Advertising for\nshoes' }).expect(200);

      const [mail = '', ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail).toContain(`<${fixture.alice.email}>`);
      expect(mail).toContain('Advertising for');
    });

    it('mentions no reason that is blank', async () => {
      const post = await fixture.postBy(fixture.alice, 'Spam');
      await mails();

      await remove(post._id, { reason: ' \u200b' }).expect(200);

      const [mail] = await mails();
      expect(mail).not.toContain('reason');
    });

    it('the audit log has the removal with its reason, and the restore', async () => {
      const post = await fixture.postBy(fixture.alice, 'Spam');
      await remove(post._id, { reason: 'Advertising' }).expect(200);
      await restore(post._id).expect(200);

      const answer = await as(fixture.kickoff, fixture.ada)
        .get(`/api/admin/audit-log?target=${post._id}`)
        .expect(200);
      expect(z.array(AuditEntry).parse(answer.body)).toMatchObject([
        { action: 'post.restore', targetType: 'post', actor: { _id: fixture.ada.id } },
        { action: 'post.remove', targetType: 'post', details: { reason: 'Advertising' } },
      ]);
    });

    it('removes a post once when several requests arrive concurrently', async () => {
      const post = await fixture.postBy(fixture.alice, 'Spam');
      await fixture.postBy(fixture.alice, 'No spam');

      const answers = await Promise.all([remove(post._id), remove(post._id), remove(post._id)]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      expect(await totalPosts()).toBe(1);
    });

    it('removing an unknown post, or restoring one that is not removed, answers 404', async () => {
      await remove(NOWHERE).expect(404);
      await remove('not-an-id').expect(404);
      await restore(NOWHERE).expect(404);
      const post = await fixture.postBy(fixture.alice, 'Here');
      await restore(post._id).expect(404);
    });

    it.each(NOT_TEXT.map((reason) => [reason]))('answers 400 for the reason %j', async (reason) => {
      const post = await fixture.postBy(fixture.alice, 'Here');

      await remove(post._id, { reason }).expect(400);

      expect(await seenBy(fixture.bob, post._id)).toBe(200);
    });

    it('answers 400 for a reason that is too long', async () => {
      await remove(NOWHERE, { reason: 'a'.repeat(1_001) }).expect(400);
    });
  });

  describe('POST /api/admin/posts/:id/restore', () => {
    it('restores the post with its likes, comments and counts', async () => {
      const post = await fixture.postBy(fixture.alice, 'Missed', 'video');
      await like(fixture.bob, post._id, true).expect(200);
      await like(fixture.alice, post._id, true).expect(200);
      await comment(fixture.bob, post._id, 'Great').expect(200);
      const before = (await as(fixture.kickoff, fixture.bob).get(`/api/pt/posts/${post._id}`))
        .body as unknown;

      await remove(post._id).expect(200);
      const answer = await restore(post._id);

      expect(answer.status).toBe(200);
      expect(Post.parse(answer.body)).toMatchObject({ likesCount: 2, commentsCount: 1 });
      expect(
        (await as(fixture.kickoff, fixture.bob).get(`/api/pt/posts/${post._id}`)).body,
      ).toEqual(before);
      expect(await totalPosts()).toBe(1);
    });

    it('omits the likes and comments of a fan who was deleted meanwhile', async () => {
      const post = await fixture.postBy(fixture.alice, 'Missed');
      const carol = await aFan(fixture.kickoff);
      for (const fan of [fixture.bob, carol]) {
        await like(fan, post._id, true).expect(200);
        await comment(fan, post._id, 'Great').expect(200);
      }
      await remove(post._id).expect(200);
      for (const step of fixture.kickoff.app.get(PersonalDataSources, { strict: false }).all) {
        await step.removeAllOf(carol.id);
      }

      const answer = await restore(post._id).expect(200);

      expect(Post.parse(answer.body)).toMatchObject({
        likesCount: 1,
        commentsCount: 1,
        likes: [{ _id: fixture.bob.id }],
        comments: [{ user: { _id: fixture.bob.id } }],
      });
    });

    it('counts match their rows when fans like and comment during the removal', async () => {
      const post = await fixture.postBy(fixture.alice, 'Busy');
      const fans = await Promise.all(Array.from({ length: 6 }, () => aFan(fixture.kickoff)));
      const acts = fans.flatMap((fan, index) => [
        like(fan, post._id, true),
        comment(fan, post._id, `Comment ${index}`),
      ]);
      await Promise.all([...acts, remove(post._id)]);
      const answer = await restore(post._id).expect(200);

      const { likesCount, commentsCount } = Post.parse(answer.body);
      expect(likesCount).toBe(await ofPost('post_likes', post));
      expect(commentsCount).toBe(await ofPost('comments', post));
      expect(await fixture.listOf('removed=true')).toEqual([]);
    });

    it('restores a post once when two requests arrive concurrently, and counts it once', async () => {
      const post = await fixture.postBy(fixture.alice, 'Missed');
      await remove(post._id).expect(200);

      const answers = await Promise.all([restore(post._id), restore(post._id)]);

      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(
        1,
      );
      expect(await totalPosts()).toBe(1);
    });

    it('the list of removed posts shows the admin, the reason and the date of expiry', async () => {
      const post = await fixture.postBy(fixture.alice, 'Spam', 'image');
      await remove(post._id, { reason: 'Advertising' }).expect(200);

      const [row, ...others] = await fixture.listOf('removed=true');

      expect(others).toEqual([]);
      expect(row).toMatchObject({
        _id: post._id,
        text: 'Spam',
        removed: {
          by: { _id: fixture.ada.id, username: fixture.ada.username },
          reason: 'Advertising',
        },
      });
      expect(row?.image).toBeUndefined();
      const { at = '', until = '' } = row?.removed ?? {};
      expect(new Date(until).getTime() - new Date(at).getTime()).toBe(30 * DAY_MS);
    });

    it('answers 404 after 30 days, and the expiry deletes the post with its image and likes', async () => {
      const post = await fixture.postBy(fixture.alice, 'Spam', 'image');
      await like(fixture.bob, post._id, true).expect(200);
      const removeBefore = async (ms: number) => {
        await remove(post._id).expect(200);
        const at = new Date(fixture.kickoff.clock.now().getTime() - ms);
        const rows = fixture.kickoff.connection.collection('moderated_posts');
        await rows.updateMany({}, { $set: { 'removal.at': at } });
      };
      await removeBefore(30 * DAY_MS - 60_000);
      await fixture.kickoff.app.get(ModeratedPostExpiryJob).run();
      await restore(post._id).expect(200);
      await removeBefore(30 * DAY_MS + 1_000);

      await restore(post._id).expect(404);
      await fixture.kickoff.app.get(ModeratedPostExpiryJob).run();
      await fixture.kickoff.app.get(PostCleanupJob).run();

      await restore(post._id).expect(404);
      expect(await fixture.listOf('removed=true')).toEqual([]);
      expect(await ofPost('post_likes', post)).toBe(0);
      expect(await filesOnDisk(fixture.kickoff)).not.toContain(post.image);
    });

    it("answers 404 after the author was deleted, and the post's image is deleted", async () => {
      const carol = await aFan(fixture.kickoff);
      const post = await fixture.postBy(carol, 'Spam', 'image');
      await remove(post._id).expect(200);

      for (const step of fixture.kickoff.app.get(PersonalDataSources, { strict: false }).all) {
        await step.removeAllOf(carol.id);
      }

      await restore(post._id).expect(404);
      await fixture.kickoff.app.get(PostCleanupJob).run();
      expect(await filesOnDisk(fixture.kickoff)).not.toContain(post.image);
    });
  });

  describe('ModeratedPostExpiryJob', () => {
    it('hides files that an interrupted restore and removal left public', async () => {
      const post = await fixture.postBy(fixture.alice, 'Spam', 'image');
      await remove(post._id).expect(200);
      // As if the server had crashed during the restore, then during the removal.
      await restore(post._id).expect(200);
      const rows = fixture.kickoff.connection.collection('posts');
      const row = await rows.findOne({ text: 'Spam' });
      await rows.deleteOne({ text: 'Spam' });
      await fixture.kickoff.connection.collection('moderated_posts').insertOne({
        ...row,
        removal: { at: fixture.kickoff.clock.now(), by: { _id: fixture.ada.id, username: 'Ada' } },
      });
      expect(await fileStatus(post.image)).toBe(200);

      await fixture.kickoff.app.get(ModeratedPostExpiryJob).run();

      expect(await fileStatus(post.image)).toBe(404);
      await restore(post._id).expect(200);
      expect(await fileStatus(post.image)).toBe(200);
    });

    it('hides files that a restore of more than a minute makes public after it', async () => {
      const post = await fixture.postBy(fixture.alice, 'Spam', 'image');
      await remove(post._id).expect(200);
      const media = fixture.kickoff.app.get(MediaService, { strict: false });
      const unhide = media.unhide.bind(media);
      jest.spyOn(media, 'unhide').mockImplementationOnce(async (...files) => {
        fixture.kickoff.clock.advance(61_000);
        await fixture.kickoff.app.get(ModeratedPostExpiryJob).run();
        await unhide(...files);
      });

      await restore(post._id).expect(409);

      expect(await fileStatus(post.image)).toBe(404);
      await restore(post._id).expect(200);
      expect(await fileStatus(post.image)).toBe(200);
    });

    it.each(['before', 'during'])(
      'serves the files of a post that is restored %s a slow hiding of them',
      async (order) => {
        const post = await fixture.postBy(fixture.alice, 'Spam', 'image');
        await remove(post._id).expect(200);
        const moderated = fixture.kickoff.connection.collection('moderated_posts');
        const setHidden = (update: object) => moderated.updateOne({ text: 'Spam' }, update);
        const media = fixture.kickoff.app.get(MediaService, { strict: false });
        const hide = media.hide.bind(media);
        const gate = new EventEmitter();
        jest.spyOn(media, 'hide').mockImplementationOnce(async (...files) => {
          gate.emit('begun');
          await once(gate, 'opened');
          await hide(...files);
        });
        // The job reads the post before the request that removes it has hidden its files.
        await setHidden({ $unset: { 'removal.hidden': 1 } });
        const begun = once(gate, 'begun');
        const job = fixture.kickoff.app.get(ModeratedPostExpiryJob).run();
        await begun;
        await setHidden({ $set: { 'removal.hidden': true } });

        if (order === 'before') await restore(post._id).expect(200);
        else {
          const service = fixture.kickoff.app.get(PostModerationService, { strict: false });
          const prepared = await service.prepareRestore(post._id);
          gate.emit('opened');
          await job;
          await service.restore(prepared);
        }
        gate.emit('opened');
        await job;

        expect(await seenBy(fixture.bob, post._id)).toBe(200);
        expect(await fileStatus(post.image)).toBe(200);
      },
    );
  });
});
