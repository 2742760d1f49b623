import { Logger, Module } from '@nestjs/common';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { Clock } from '../common/time/clock.js';
import { LiveBus } from './live-bus.js';
import { LiveService } from './live.service.js';
import { MemoryBus } from './memory-bus.js';

/** Creates a Redis bus if a Redis address is set, else an in-process bus. */
async function createBus({ redisUrl }: Settings, clock: Clock): Promise<LiveBus> {
  if (redisUrl === undefined) return new MemoryBus(() => clock.now().getTime());
  // Imported only when used: it costs 16 MB.
  const { RedisBus } = await import('./redis-bus.js');
  return new RedisBus(redisUrl, new Logger(RedisBus.name));
}

@Module({
  providers: [LiveService, { provide: LiveBus, inject: [SETTINGS, Clock], useFactory: createBus }],
  exports: [LiveService, LiveBus],
})
export class LiveModule {}
