import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { HttpModule } from '../common/http/http.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { CountersModule } from '../counters/counters.module.js';
import { MediaModule } from '../media/media.module.js';
import { UsersModule } from '../users/users.module.js';
import { PostFiles } from './post-files.js';
import { Post, PostSchema } from './post.schema.js';
import { OwnPostsController } from './own-posts.controller.js';
import { PostsController } from './posts.controller.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: Post.name, schema: PostSchema }]),
    CountersModule,
    HttpModule,
    IdempotencyModule,
    MediaModule,
    UsersModule,
  ],
  controllers: [PostsController, OwnPostsController],
  providers: [PostFiles, PostsService, PostsRepository],
  exports: [PostsService],
})
export class PostsModule {}
