import { Controller, Get } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import mongoose, { type Connection } from 'mongoose';

import { Public } from '../common/auth/audience.js';
import { Unavailable } from '../common/errors/coded-errors.js';
import { Unlimited } from '../common/limits/limits.js';

@Public()
@Unlimited()
@Controller('api/health')
export class HealthController {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** The process runs. */
  @Get('live')
  live() {
    return { status: 'ok' };
  }

  /** The process can serve: its database answers. */
  @Get('ready')
  async ready() {
    if (this.connection.readyState !== mongoose.ConnectionStates.connected) throw new Unavailable();
    await this.connection.getClient().db().command({ ping: 1 });
    return { status: 'ok' };
  }
}
