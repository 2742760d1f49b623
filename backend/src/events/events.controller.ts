import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { EventStreamsService } from './event-streams.service.js';
import { openConnection } from './sse-connection.js';

@Controller('api/events')
export class EventsController {
  constructor(private readonly streams: EventStreamsService) {}

  @Get()
  stream(
    @CurrentFan() fan: Fan,
    @Headers('last-event-id') lastEventId: string | undefined,
    // For a page that reopens the stream: scripts cannot set the header.
    @Query('lastEventId') resumeFrom: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const before = lastEventId ?? (typeof resumeFrom === 'string' ? resumeFrom : undefined);
    return this.streams.open(fan, before, openConnection(response));
  }
}
