import { Controller, Get, Query } from '@nestjs/common';
import { ActiveUsers, ActiveUsersQuery, TotalPosts, TotalUsers } from '@kickoff/contracts';

import { AdminOnly } from '../common/auth/audience.js';
import { Answers } from '../common/openapi/answers.js';
import { CountersService } from '../counters/counters.service.js';
import { UsersService } from '../users/users.service.js';

@AdminOnly()
@Controller('api/admin')
export class DashboardController {
  constructor(
    private readonly counters: CountersService,
    private readonly users: UsersService,
  ) {}

  @Get('totalUsers')
  @Answers(TotalUsers)
  async totalUsers(): Promise<TotalUsers> {
    return { totalUsers: await this.counters.total('users') };
  }

  @Get('totalPosts')
  @Answers(TotalPosts)
  async totalPosts(): Promise<TotalPosts> {
    return { totalPosts: await this.counters.total('posts') };
  }

  @Get('activeUsers')
  @Answers(ActiveUsers)
  async activeUsers(
    @Query({ schema: ActiveUsersQuery }) query: ActiveUsersQuery,
  ): Promise<ActiveUsers> {
    return { activeUsers: await this.users.countActive(query.days) };
  }
}
