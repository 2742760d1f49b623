import { Injectable } from '@nestjs/common';

import type { ByteBoundedCache } from '../../common/cache/byte-bounded-cache.js';
import { Caches } from '../../common/cache/caches.js';
import { type RenderedItem, renderItem } from '../../common/http/page.js';
import { Clock } from '../../common/time/clock.js';
import { UsersService } from '../../users/users.service.js';
import { PostPresenter } from '../post-presenter.js';
import type { PostDocument } from '../post.schema.js';
import { fanIdsIn } from '../post.view.js';
import { cutToPreview, isVersionOf, type Preview } from '../posts-page.js';
import type { ReaderMarks } from '../reader-marks.repository.js';

const MAX_BYTES = 8 * 1024 * 1024;
/** A string needs up to two bytes per UTF-16 unit, beside its key and its entry. */
const BYTES_PER_UNIT = 2;
const FRAME_BYTES = 300;

/** A post in a list as JSON. */
export interface RenderedPost extends RenderedItem {
  _id: string;
  createdAt: Date;
}

/** A cached post as JSON, and what it depends on beside its key. */
interface Fragment extends RenderedPost {
  version: number;
  /** `UsersService.summaryChanges` before it was rendered. */
  summaryChanges: number;
  /** Until when the names and pictures in it may be shown. */
  until: number;
}

/** Returns the key of a post's fragment; undefined if its JSON is for its reader alone. */
type KeyOf = (post: PostDocument) => string | undefined;

/**
 * Renders the posts of a list as JSON. Posts without a poll or quote look the same to all readers
 * who have the same marks and see everything: their JSON is cached.
 */
@Injectable()
export class FeedRenderer {
  readonly fragments: ByteBoundedCache<Fragment>;

  constructor(
    private readonly presenter: PostPresenter,
    private readonly users: UsersService,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    this.fragments = caches.create('rendered_posts', MAX_BYTES);
  }

  /**
   * Renders posts with their stored previews in order, without those of deleted authors.
   *
   * @param preview what the list shows of each post
   */
  async render(
    readerId: string,
    posts: readonly PostDocument[],
    preview: Preview,
  ): Promise<RenderedPost[]> {
    const [marks, isShared] = await Promise.all([
      this.presenter.findMarks(readerId, posts),
      this.presenter.seesEverything(readerId),
    ]);
    const keyOf: KeyOf = ({ _id: id, poll, quoteId }) =>
      isShared && !poll && !quoteId
        ? `${id} ${preview.likes} ${preview.comments} ${marks.liked.has(id)} ${marks.saved.has(id)}`
        : undefined;
    const cached = posts.map((post) => this.findFragment(keyOf(post), post));
    const others = posts.filter((_, at) => !cached[at]);
    const rendered = await this.renderNew(readerId, others, preview, marks, keyOf);
    return posts.flatMap((post, at) => cached[at] ?? rendered.get(post._id) ?? []);
  }

  private findFragment(key: string | undefined, post: PostDocument): Fragment | undefined {
    if (key === undefined) return undefined;
    const now = this.clock.now().getTime();
    const { summaryChanges } = this.users;
    return this.fragments.get(
      key,
      (fragment) =>
        isVersionOf(fragment, post) &&
        fragment.summaryChanges === summaryChanges &&
        now < fragment.until,
    );
  }

  /** Returns the posts by id, and caches those with a key. */
  private async renderNew(
    readerId: string,
    posts: readonly PostDocument[],
    preview: Preview,
    marks: ReaderMarks,
    keyOf: KeyOf,
  ): Promise<ReadonlyMap<string, RenderedPost>> {
    const rendered = new Map<string, RenderedPost>();
    if (posts.length === 0) return rendered;
    // Read before the summaries: those may then be newer, but not older.
    const { summaryChanges } = this.users;
    const shown = posts.map((post) => cutToPreview(post, preview));
    const untils = new Map(
      shown.map((post) => [
        post._id,
        this.users.summariesValidUntil([post.authorId, ...fanIdsIn(post)]),
      ]),
    );
    const byId = new Map(shown.map((post) => [post._id, post]));
    const answers = await this.presenter.presentList(readerId, shown, marks);
    // A filter that the reader set meanwhile may already apply to these answers.
    const isShared =
      posts.some((post) => keyOf(post) !== undefined) &&
      (await this.presenter.seesEverything(readerId));
    for (const answer of answers) {
      const post = byId.get(answer._id);
      if (!post) continue;
      const { _id, createdAt, version } = post;
      const item = { _id, createdAt, ...renderItem(answer) };
      rendered.set(_id, item);
      const key = isShared ? keyOf(post) : undefined;
      const until = untils.get(_id);
      if (key !== undefined && until !== undefined) {
        const bytes = item.json.length * BYTES_PER_UNIT + FRAME_BYTES;
        this.fragments.set(key, { ...item, version, summaryChanges, until }, bytes);
      }
    }
    return rendered;
  }
}
