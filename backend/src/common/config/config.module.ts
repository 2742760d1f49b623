import { Global, Module, type DynamicModule } from '@nestjs/common';

import type { QueueOptions } from '../admission/admission-queue.js';
import { Clock } from '../time/clock.js';
import type { Settings } from './env.js';
import type { Keys } from './keys.js';

/** Injection tokens: `@Inject(SETTINGS) settings: Settings`, `@Inject(KEYS) keys: Keys`. */
export const SETTINGS = Symbol('Settings');
export const KEYS = Symbol('Keys');
export const ADMISSION = Symbol('Options of the admission queue');

/** What comes from outside: settings, keys, the clock, and how much work is taken on at once. */
@Global()
@Module({})
export class ConfigModule {
  static with(
    settings: Settings,
    keys: Keys,
    clock: Clock,
    admission: QueueOptions,
  ): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: KEYS, useValue: keys },
        { provide: Clock, useValue: clock },
        { provide: ADMISSION, useValue: admission },
      ],
      exports: [SETTINGS, KEYS, Clock, ADMISSION],
    };
  }
}
