import { Global, Module, type DynamicModule } from '@nestjs/common';

import { Clock } from '../time/clock.js';
import type { Settings } from './env.js';
import type { Keys } from './keys.js';

/** Injection tokens: `@Inject(SETTINGS) settings: Settings`, `@Inject(KEYS) keys: Keys`. */
export const SETTINGS = Symbol('Settings');
export const KEYS = Symbol('Keys');

/** What comes from outside: settings, keys and the clock. */
@Global()
@Module({})
export class ConfigModule {
  static with(settings: Settings, keys: Keys, clock: Clock): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: KEYS, useValue: keys },
        { provide: Clock, useValue: clock },
      ],
      exports: [SETTINGS, KEYS, Clock],
    };
  }
}
