import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Options } from '@node-rs/argon2';

import type { QueueOptions } from '../admission/admission-queue.js';
import { Clock } from '../time/clock.js';
import type { Settings } from './env.js';
import type { Keys } from './keys.js';

/** Injection tokens: `@Inject(SETTINGS) settings: Settings`, `@Inject(KEYS) keys: Keys`. */
export const SETTINGS = Symbol('Settings');
export const KEYS = Symbol('Keys');
export const ADMISSION = Symbol('Options of the admission queue');
export const PASSWORD_HASHING = Symbol('Parameters of Argon2id');

/** The parameters of Argon2id: memory in KiB, passes and lanes. */
export type PasswordHashing = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** The values that come from outside the application. */
interface Values {
  settings: Settings;
  keys: Keys;
  clock: Clock;
  admission: QueueOptions;
  passwordHashing: PasswordHashing;
}

/** Provides what comes from outside: settings, keys, the clock and the server's bounds. */
@Global()
@Module({})
export class ConfigModule {
  static with({ settings, keys, clock, admission, passwordHashing }: Values): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: KEYS, useValue: keys },
        { provide: Clock, useValue: clock },
        { provide: ADMISSION, useValue: admission },
        { provide: PASSWORD_HASHING, useValue: passwordHashing },
      ],
      exports: [SETTINGS, KEYS, Clock, ADMISSION, PASSWORD_HASHING],
    };
  }
}
