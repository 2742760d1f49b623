import { Logger, Module } from '@nestjs/common';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { Clock } from '../common/time/clock.js';
import { LiveBus } from './live-bus.js';
import { LiveService } from './live.service.js';
import { MemoryBus } from './memory-bus.js';

/** Redis where several instances share it, else this process. */
async function busFor({ redisUrl }: Settings, clock: Clock): Promise<LiveBus> {
  if (redisUrl === undefined) return new MemoryBus(() => clock.now().getTime());
  // Loaded for those who use it alone: it costs 16 MB.
  const { RedisBus } = await import('./redis-bus.js');
  return new RedisBus(redisUrl, new Logger(RedisBus.name));
}

@Module({
  providers: [LiveService, { provide: LiveBus, inject: [SETTINGS, Clock], useFactory: busFor }],
  exports: [LiveService, LiveBus],
})
export class LiveModule {}
