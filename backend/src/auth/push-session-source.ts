import { Injectable, type OnModuleInit } from '@nestjs/common';

import { PushSessions } from '../push/push-sessions.js';
import { SessionsService } from './sessions.service.js';

/**
 * Registers how push queries open sessions: a subscription ends with the session that created it.
 */
@Injectable()
export class PushSessionSource implements OnModuleInit {
  constructor(
    private readonly push: PushSessions,
    private readonly sessions: SessionsService,
  ) {}

  onModuleInit(): void {
    this.push.register((ids) => this.sessions.stillOpen(ids));
  }
}
