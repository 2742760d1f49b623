import { Controller, Get, Headers, Res } from '@nestjs/common';
import type { Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { EventStreamsService } from './event-streams.service.js';

@Controller('api/events')
export class EventsController {
  constructor(private readonly streams: EventStreamsService) {}

  @Get()
  stream(
    @CurrentFan() fan: Fan,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.streams.open(fan, lastEventId, response);
  }
}
