import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import { MAX_WATCHED_MATCHES } from '@kickoff/contracts';
import type { Response } from 'express';
import { z } from 'zod';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { HeaderSchemas, QuerySchema } from '../common/http/inputs.js';
import { Produces } from '../common/openapi/answers.js';
import { EventStreamsService } from './event-streams.service.js';
import { openConnection } from './sse-connection.js';
import { parseWatch, WATCH } from './watch-query.js';

const text = z.string().optional();
const watches = z.array(z.string().regex(WATCH)).max(MAX_WATCHED_MATCHES).optional();

@Controller('api/events')
export class EventsController {
  constructor(private readonly streams: EventStreamsService) {}

  @Get()
  @Produces('text/event-stream')
  @QuerySchema(z.object({ lastEventId: text, watch: watches }))
  @HeaderSchemas({ 'Last-Event-ID': text })
  async stream(
    @CurrentFan() fan: Fan,
    @Headers('last-event-id') lastEventId: string | undefined,
    // For a page that reopens the stream: scripts cannot set the header.
    @Query('lastEventId') resumeFrom: unknown,
    @Query('watch') watch: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const before = lastEventId ?? (typeof resumeFrom === 'string' ? resumeFrom : undefined);
    return this.streams.open(fan, before, openConnection(response), parseWatch(watch));
  }
}
