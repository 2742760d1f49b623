import { isBlank } from '@kickoff/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';

import type { Fan } from '../common/auth/audience.js';
import type { IncomingFile } from '../common/http/incoming-files.js';
import type { FormFiles } from '../common/http/multipart.js';
import { MediaService } from '../media/media.service.js';
import type { PostDocument } from './post.schema.js';
import { PostsRepository } from './posts.repository.js';
import { ModeratedPostsRepository } from './moderation/moderated-posts.repository.js';

/** The file fields of a post. */
type PostMedia = Pick<PostDocument, 'image' | 'imageSize' | 'alt' | 'video' | 'videoDuration'>;
type Shown = Pick<PostDocument, 'image' | 'video'>;

/** Owns which stored files belong to a post; `MediaService` owns their content. */
@Injectable()
export class PostFiles implements OnModuleInit {
  constructor(
    private readonly media: MediaService,
    private readonly repository: PostsRepository,
    private readonly removed: ModeratedPostsRepository,
  ) {}

  onModuleInit(): void {
    this.media.registerUsage('', async (names) => [
      ...(await this.repository.findFilesInUse(names)),
      ...(await this.removed.findFilesInUse(names)),
    ]);
  }

  /** Stores the uploaded files of a new post: all of them, or none if one is rejected. */
  async store(fan: Fan, { image, video }: FormFiles, alt: string): Promise<PostMedia> {
    let stored: PostMedia = {};
    try {
      if (image)
        stored = { ...(await this.storeImage(fan, image)), ...(isBlank(alt) ? {} : { alt }) };
      if (video) stored = { ...stored, ...(await this.storeVideo(fan, video)) };
      return stored;
    } catch (error) {
      await this.discard(stored);
      throw error;
    }
  }

  /** Call once the post is stored. */
  confirm(post: Shown): Promise<void> {
    return this.media.confirm(fileNames(post));
  }

  /** Call once the post is deleted. */
  discard(post: Shown): Promise<void> {
    return this.media.discard('', fileNames(post));
  }

  /** Hides the files of a moderated post. Idempotent. */
  hide(post: Shown): Promise<void> {
    return this.media.hide('', fileNames(post));
  }

  /** Makes the files public again before a restore. Idempotent. */
  unhide(post: Shown): Promise<void> {
    return this.media.unhide('', fileNames(post));
  }

  private async storeImage({ id: ownerId }: Fan, file: IncomingFile): Promise<PostMedia> {
    const { name, size } = await this.media.store(file, { folder: '', accept: 'image', ownerId });
    return { image: name, ...(size ? { imageSize: size } : {}) };
  }

  private async storeVideo({ id: ownerId }: Fan, file: IncomingFile): Promise<PostMedia> {
    const to = { folder: '', accept: 'video', ownerId } as const;
    const { name, duration } = await this.media.store(file, to);
    return { video: name, ...(duration === undefined ? {} : { videoDuration: duration }) };
  }
}

function fileNames({ image, video }: Shown): string[] {
  return [image, video].filter((name) => name !== undefined);
}
