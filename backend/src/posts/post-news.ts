import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Post as PostAnswer } from '@kickoff/contracts';

import { LiveService } from '../live/live.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { groupsOfPost } from '../notifications/telling.js';
import type { Post } from './post.schema.js';

/** A loved post changes many times a second: what changes within this time is told as one. */
const GATHER_MS = 150;

type Shown = Pick<Post, '_id' | 'authorId' | 'likesCount' | 'commentsCount' | 'edited' | 'version'>;

/**
 * Tells those who may see a post that it is there, has changed or is gone,
 * after the write, and its author and those in its talk what concerns them. The
 * call that caused it pays nothing for it.
 */
@Injectable()
export class PostNews implements BeforeApplicationShutdown {
  private readonly changes = new Map<string, { post: Shown; timer: NodeJS.Timeout }>();

  constructor(
    private readonly live: LiveService,
    private readonly notifications: NotificationsService,
  ) {}

  created({ _id, user }: PostAnswer): void {
    const by = { _id: user._id, username: user.username };
    void this.live.tell('post.created', { _id, user: by }, { to: 'readersOf', fanId: by._id });
  }

  /** Counts or text are others; of changes that come together the last one is told. */
  changed(post: Shown): void {
    const id = post._id.toString();
    const known = this.changes.get(id);
    if (!known) {
      const timer = setTimeout(() => this.tell(id), GATHER_MS);
      this.changes.set(id, { post, timer });
    } else if (known.post.version < post.version) {
      known.post = post;
    }
  }

  liked(post: Post, likerId: string): void {
    const id = post._id.toString();
    this.changed(post);
    this.notifications.tell([post.authorId.toString()], {
      kind: 'like',
      group: groupsOfPost(id).likes,
      target: { type: 'post', id },
      actorId: likerId,
    });
  }

  /** @param others asked behind the answer: who commented before */
  commented(post: Post, actorId: string, others: () => Promise<readonly string[]>): void {
    const id = post._id.toString();
    const author = post.authorId.toString();
    const telling = {
      kind: 'comment',
      group: groupsOfPost(id).comments,
      target: { type: 'post', id },
      actorId,
      isNewEachTime: true,
    } as const;
    this.changed(post);
    this.notifications.tell([author], telling);
    this.notifications.tell(
      async () => [...new Set(await others())].filter((fanId) => fanId !== author),
      { ...telling, afterMine: true },
    );
  }

  removed({ _id, authorId }: Pick<Post, '_id' | 'authorId'>): void {
    const id = _id.toString();
    clearTimeout(this.changes.get(id)?.timer);
    this.changes.delete(id);
    void this.live.tell(
      'post.changed',
      { _id: id, likesCount: 0, commentsCount: 0, deleted: true },
      { to: 'readersOf', fanId: authorId.toString() },
    );
  }

  beforeApplicationShutdown(): void {
    for (const id of this.changes.keys()) this.tell(id);
  }

  private tell(id: string): void {
    const change = this.changes.get(id);
    if (!change) return;
    this.changes.delete(id);
    clearTimeout(change.timer);
    const { authorId, likesCount, commentsCount, edited } = change.post;
    void this.live.tell(
      'post.changed',
      { _id: id, likesCount, commentsCount, ...(edited ? { edited } : {}) },
      { to: 'readersOf', fanId: authorId.toString() },
    );
  }
}
