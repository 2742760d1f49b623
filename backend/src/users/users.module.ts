import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { CountersModule } from '../counters/counters.module.js';
import { FanSummaries } from './fan-summaries.js';
import { User, UserSchema } from './user.schema.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: User.name, schema: UserSchema }]), CountersModule],
  controllers: [UsersController],
  providers: [FanSummaries, UsersRepository, UsersService],
  exports: [UsersService],
})
export class UsersModule {}
