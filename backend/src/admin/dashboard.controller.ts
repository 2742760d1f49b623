import { Controller, Get } from '@nestjs/common';
import {
  ActiveUsers,
  ActiveUsersQuery,
  MonthCount,
  TotalPosts,
  TotalUsers,
  YearQuery,
} from '@kickoff/contracts';

import { AdminOnly } from '../common/auth/audience.js';
import { ValidQuery } from '../common/http/inputs.js';
import { Answers } from '../common/openapi/answers.js';
import { CountersService } from '../counters/counters.service.js';
import { UsersService } from '../users/users.service.js';

/** The totals are compared with the same number of days before. */
const PERIOD_DAYS = 30;

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
    const { total, change } = await this.counters.totalWithChange('users', PERIOD_DAYS);
    return { totalUsers: total, change };
  }

  @Get('totalPosts')
  @Answers(TotalPosts)
  async totalPosts(): Promise<TotalPosts> {
    const { total, change } = await this.counters.totalWithChange('posts', PERIOD_DAYS);
    return { totalPosts: total, change };
  }

  @Get('activeUsers')
  @Answers(ActiveUsers)
  async activeUsers(
    @ValidQuery(ActiveUsersQuery) { days }: ActiveUsersQuery,
  ): Promise<ActiveUsers> {
    const activeUsers = await this.users.countActive(days);
    if (days !== 1) return { activeUsers };
    const before = await this.counters.yesterday('active');
    return { activeUsers, change: { days, now: activeUsers, before } };
  }

  @Get('user-registrations')
  @Answers([MonthCount])
  registrations(@ValidQuery(YearQuery) { year }: YearQuery): Promise<MonthCount[]> {
    return this.counters.months('users', year);
  }

  @Get('post-engagements')
  @Answers([MonthCount])
  posts(@ValidQuery(YearQuery) { year }: YearQuery): Promise<MonthCount[]> {
    return this.counters.months('posts', year);
  }

  @Get('likes-given')
  @Answers([MonthCount])
  likes(@ValidQuery(YearQuery) { year }: YearQuery): Promise<MonthCount[]> {
    return this.counters.months('likes', year);
  }

  @Get('comments-written')
  @Answers([MonthCount])
  comments(@ValidQuery(YearQuery) { year }: YearQuery): Promise<MonthCount[]> {
    return this.counters.months('comments', year);
  }
}
