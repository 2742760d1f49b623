import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { HttpModule } from '../common/http/http.module.js';
import { Images } from './formats/images.js';
import { MediaCopies } from './media-copies.js';
import { MediaDisk } from './media-disk.js';
import { MediaFile, MediaFileSchema } from './media-file.schema.js';
import { MediaSweep } from './media-sweep.js';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';
import { UploadsController } from './uploads.controller.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: MediaFile.name, schema: MediaFileSchema }]),
    HttpModule,
  ],
  controllers: [UploadsController],
  providers: [Images, MediaCopies, MediaDisk, MediaRepository, MediaService, MediaSweep],
  exports: [MediaCopies, MediaService],
})
export class MediaModule {}
