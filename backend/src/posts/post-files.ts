import { isBlank } from '@kickoff/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';

import type { Fan } from '../common/auth/audience.js';
import type { IncomingFile } from '../common/http/incoming-files.js';
import type { FormFiles } from '../common/http/multipart.js';
import { MediaService } from '../media/media.service.js';
import type { Post } from './post.schema.js';
import { PostsRepository } from './posts.repository.js';
import { RemovedPostsRepository } from './removed-posts.repository.js';

/** What a post keeps of its files. */
type PostMedia = Pick<Post, 'image' | 'imageSize' | 'alt' | 'video' | 'videoDuration'>;
type Shown = Pick<Post, 'image' | 'video'>;

/** Owns which stored files a post shows; what is in them is the business of media. */
@Injectable()
export class PostFiles implements OnModuleInit {
  constructor(
    private readonly media: MediaService,
    private readonly repository: PostsRepository,
    private readonly removed: RemovedPostsRepository,
  ) {}

  onModuleInit(): void {
    this.media.tellUse('', async (names) => [
      ...(await this.repository.findFilesInUse(names)),
      ...(await this.removed.findFilesInUse(names)),
    ]);
  }

  /** Stores what came with a new post: all of it or, where one is refused, nothing. */
  async keep(fan: Fan, { image, video }: FormFiles, alt: string): Promise<PostMedia> {
    let kept: PostMedia = {};
    try {
      if (image) kept = { ...(await this.keepImage(fan, image)), ...(isBlank(alt) ? {} : { alt }) };
      if (video) kept = { ...kept, ...(await this.keepVideo(fan, video)) };
      return kept;
    } catch (error) {
      await this.discard(kept);
      throw error;
    }
  }

  /** Once the post is stored. */
  settle(post: Shown): Promise<void> {
    return this.media.settle(filesOf(post));
  }

  /** Once the post is gone. */
  discard(post: Shown): Promise<void> {
    return this.media.discard('', filesOf(post));
  }

  /** Takes the files of a removed post out of sight; may be done again. */
  withhold(post: Shown): Promise<void> {
    return this.media.withhold('', filesOf(post));
  }

  /** Once the post comes back. */
  release(post: Shown): Promise<void> {
    return this.media.release('', filesOf(post));
  }

  private async keepImage({ id: ownerId }: Fan, file: IncomingFile): Promise<PostMedia> {
    const { name, size } = await this.media.keep(file, { folder: '', accept: 'image', ownerId });
    return { image: name, ...(size ? { imageSize: size } : {}) };
  }

  private async keepVideo({ id: ownerId }: Fan, file: IncomingFile): Promise<PostMedia> {
    const to = { folder: '', accept: 'video', ownerId } as const;
    const { name, duration } = await this.media.keep(file, to);
    return { video: name, ...(duration === undefined ? {} : { videoDuration: duration }) };
  }
}

function filesOf({ image, video }: Shown): string[] {
  return [image, video].filter((name) => name !== undefined);
}
