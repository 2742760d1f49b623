import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { LiveEvents, Post } from '@kickoff/contracts';

import { Clock } from '../common/time/clock.js';
import { LiveService } from '../live/live.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { postGroups } from '../notifications/notification-request.js';
import type { CommentDocument } from './comments/comment.schema.js';
import type { PostDocument } from './post.schema.js';
import { toTexts } from './post-texts.js';
import type { QuotablePost } from './quotes/quoted-posts.repository.js';
import { ThreadEvents } from './threads/thread-events.js';
import { RehearsalPosts } from './threads/rehearsal-posts.js';

/** A popular post changes many times a second: its changes within this time become one event. */
const COALESCE_MS = 150;
/** Votes are published at most once a second; the rest is for streams that deliver unevenly. */
const COALESCE_VOTES_MS = 1_050;

type PostState = Pick<
  PostDocument,
  '_id' | 'authorId' | 'likesCount' | 'commentsCount' | 'poll' | 'edited' | 'match' | 'version'
>;

type PostOrigin = Pick<PostDocument, 'authorId' | 'match'>;

/**
 * Publishes live events of posts to their readers, and notifies authors and commenters. Runs after
 * the write; the request does not wait for it.
 */
@Injectable()
export class PostEvents implements BeforeApplicationShutdown {
  private readonly changes = new Map<string, { post: PostState; timer: NodeJS.Timeout }>();

  constructor(
    private readonly live: LiveService,
    private readonly notifications: NotificationsService,
    private readonly rehearsals: RehearsalPosts,
    private readonly clock: Clock,
    private readonly threads: ThreadEvents,
  ) {}

  created(answer: Post, post: PostDocument, quoted?: QuotablePost): void {
    const { _id, user } = answer;
    const by = { _id: user._id, username: user.username };
    const texts = toTexts(post, quoted);
    void this.send('post.created', { _id, user: by }, post, { at: post.match?.at, texts });
    void this.threads.posted(answer, post, quoted);
  }

  /** Notifies the author of a quoted post, if the quoting one is visible to that fan. */
  quoted({ _id: id, user }: Post, post: PostOrigin, authorId: string): void {
    const { match } = post;
    const findAuthor = async () =>
      (await this.rehearsals.isVisible(authorId, post)) ? [authorId] : [];
    this.notifications.notify(match?.rehearsal === undefined ? [authorId] : findAuthor, {
      kind: 'quote',
      group: postGroups(id).quotes,
      target: { type: 'post', id },
      actorId: user._id,
      ...(match ? { match: { id: match.id, at: match.at } } : {}),
    });
  }

  /**
   * Publishes new counts or text. Of several changes within `COALESCE_MS`, with a poll
   * `COALESCE_VOTES_MS`, only the newest is sent.
   */
  changed(post: PostState): void {
    const id = post._id;
    const known = this.changes.get(id);
    if (!known) {
      const timer = setTimeout(() => this.publish(id), post.poll ? COALESCE_VOTES_MS : COALESCE_MS);
      this.changes.set(id, { post, timer });
    } else if (known.post.version < post.version) {
      known.post = post;
    }
  }

  liked(post: PostDocument, likerId: string): void {
    const id = post._id;
    this.changed(post);
    this.notifications.notify([post.authorId], {
      kind: 'like',
      group: postGroups(id).likes,
      target: { type: 'post', id },
      actorId: likerId,
    });
  }

  /** @param findEarlierCommenters called after the response */
  commented(
    post: PostDocument,
    { _id, authorId, createdAt, matchAt = createdAt }: CommentDocument,
    findEarlierCommenters: () => Promise<readonly string[]>,
  ): void {
    const id = post._id;
    const author = post.authorId;
    const request = {
      kind: 'comment',
      group: postGroups(id).comments,
      target: { type: 'post', id },
      actorId: authorId,
      ownerId: author,
      commentId: _id,
      ...(post.match ? { match: { id: post.match.id, at: matchAt } } : {}),
      renotify: true,
    } as const;
    this.changed(post);
    this.notifications.notify([author], request);
    this.notifications.notify(
      async () => [...new Set(await findEarlierCommenters())].filter((fanId) => fanId !== author),
      { ...request, afterMine: true },
    );
  }

  removed(post: PostOrigin & Pick<PostDocument, '_id'>): void {
    const id = post._id;
    clearTimeout(this.changes.get(id)?.timer);
    this.changes.delete(id);
    const data = { _id: id, likesCount: 0, commentsCount: 0, deleted: true };
    void this.send('post.changed', data, post);
  }

  beforeApplicationShutdown(): void {
    for (const id of this.changes.keys()) this.publish(id);
  }

  private publish(id: string): void {
    const change = this.changes.get(id);
    if (!change) return;
    this.changes.delete(id);
    clearTimeout(change.timer);
    const { likesCount, commentsCount, poll, edited, version } = change.post;
    const votes = poll ? { votes: poll.total } : {};
    const data = { _id: id, likesCount, commentsCount, ...votes, ...(edited ? { edited } : {}) };
    // The counts are those of now: comments may be about later moments than the post.
    void this.send('post.changed', data, change.post, { at: this.clock.now(), version });
  }

  /**
   * @param about the moment of the match that the event is about, the texts in which muted words are
   *   searched, and the version of the post that the event states
   */
  private async send<Name extends 'post.created' | 'post.changed'>(
    name: Name,
    data: LiveEvents[Name],
    post: PostOrigin,
    about: { at?: Date | undefined; texts?: readonly string[]; version?: number } = {},
  ): Promise<void> {
    const { match } = post;
    const { at, texts, version } = about;
    const moment = match && at ? { match: { id: match.id, atMs: at.getTime() } } : {};
    await this.live.publish(name, data, {
      ...(await this.rehearsals.audienceOf(post)),
      ...moment,
      ...(texts ? { texts } : {}),
      ...(version === undefined ? {} : { version }),
    });
  }
}
