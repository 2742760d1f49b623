import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { HttpModule } from '../common/http/http.module.js';
import { IncomingFiles } from '../common/http/incoming-files.js';
import { Images } from './formats/images.js';
import { MediaCopies } from './media-copies.js';
import { mediaFilesCollection } from './media-file.schema.js';
import { MediaCleanupJob } from './media-cleanup.job.js';
import { mediaUsageCollection } from './media-usage.schema.js';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';
import { DiskStore } from './store/disk-store.js';
import { MediaStore } from './store/media-store.js';
import { UploadsController } from './uploads.controller.js';

/**
 * Creates a bucket shared by several machines if one is set, else a store on this machine's disk.
 */
async function createStore(
  { s3, dataFolder }: Settings,
  incoming: IncomingFiles,
): Promise<MediaStore> {
  if (s3 === undefined) return new DiskStore(dataFolder, incoming);
  // Imported only when used.
  const { S3Store } = await import('./store/s3-store.js');
  return new S3Store(s3, incoming);
}

@Module({
  imports: [collections(mediaFilesCollection, mediaUsageCollection), HttpModule],
  controllers: [UploadsController],
  providers: [
    Images,
    MediaCopies,
    MediaRepository,
    MediaService,
    MediaCleanupJob,
    { provide: MediaStore, inject: [SETTINGS, IncomingFiles], useFactory: createStore },
  ],
  exports: [MediaCopies, MediaService],
})
export class MediaModule {}
