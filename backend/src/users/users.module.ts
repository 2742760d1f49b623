import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { CountersModule } from '../counters/counters.module.js';
import { User, UserSchema } from './user.schema.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: User.name, schema: UserSchema }]), CountersModule],
  providers: [UsersService, UsersRepository],
  exports: [UsersService],
})
export class UsersModule {}
