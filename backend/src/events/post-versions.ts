import type { LiveMessage } from '../live/live-message.js';

/** Beyond it the post whose change is the longest ago is forgotten. */
const MAX_POSTS = 10_000;

/**
 * The newest published versions of posts. Each instance publishes the changes of a post that it made,
 * some time later, so an older version may be published last.
 */
export class PostVersions {
  private readonly versions = new Map<string, number>();

  /** Registers a message. Returns whether it states a version of a post that is not newer. */
  isOutdated({ body }: LiveMessage): boolean {
    if (body.kind !== 'event' || body.name !== 'post.changed') return false;
    const version = body.audience.to === 'readersOf' ? body.audience.version : undefined;
    if (version === undefined) return false;
    const { _id } = body.data;
    if (version <= (this.versions.get(_id) ?? -Infinity)) return true;
    // Deleted first, so that the post moves to the end.
    this.versions.delete(_id);
    this.versions.set(_id, version);
    for (const oldest of this.versions.keys()) {
      if (this.versions.size <= MAX_POSTS) break;
      this.versions.delete(oldest);
    }
    return false;
  }
}
