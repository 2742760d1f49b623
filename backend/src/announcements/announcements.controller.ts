import { Controller, Get } from '@nestjs/common';
import { Announcement } from '@kickoff/contracts';

import { Answers } from '../common/openapi/answers.js';
import { AnnouncementsService } from './announcements.service.js';

@Controller('api/announcements')
export class AnnouncementsController {
  constructor(private readonly announcements: AnnouncementsService) {}

  @Get()
  @Answers([Announcement])
  current(): Promise<Announcement[]> {
    return this.announcements.current();
  }
}
