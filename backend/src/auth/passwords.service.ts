import { Inject, Injectable } from '@nestjs/common';
import { MESSAGES } from '@kickoff/contracts';
import { hash, verify } from '@node-rs/argon2';

import { PASSWORD_HASHING, type PasswordHashing } from '../common/config/config.module.js';
import { InvalidInput } from '../common/errors/coded-errors.js';
import { Once } from '../common/work/once.js';
import { WorkQueue } from '../common/work/work-queue.js';

/** Argon2id with 19 MiB, two passes, one lane: memory-hard and about 18 ms of one core. */
export const ARGON2ID: PasswordHashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const PRODUCT_NAME = 'kickoff';

/** Validates and hashes passwords. */
@Injectable()
export class PasswordsService {
  /** Two at a time leave half of the thread pool free for other work. */
  private readonly queue = new WorkQueue(2, 50);
  private readonly common = new Once(readCommonPasswords);
  /** Compared against when there is no account, so that an unknown email takes as long as a wrong password. */
  private readonly dummyHash = new Once(() => hash('nobody has this password', this.hashing));

  constructor(@Inject(PASSWORD_HASHING) private readonly hashing: PasswordHashing) {}

  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(password, this.hashing));
  }

  /**
   * Returns whether the password matches. Without a stored hash it takes as long and returns false.
   */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const dummyHash = await this.dummyHash.get();
    const matches = await this.queue.run(() => verify(stored ?? dummyHash, password));
    return matches && stored !== undefined;
  }

  /** Throws for a password on the list of common ones. */
  async requireUncommon(
    password: string,
    owner: { username: string; email: string },
  ): Promise<void> {
    const common = await this.common.get();
    const given = password.toLowerCase();
    const obvious = [owner.username, owner.email, PRODUCT_NAME].map((word) => word.toLowerCase());
    if (common.has(given) || obvious.includes(given)) {
      throw new InvalidInput(MESSAGES.passwordTooCommon);
    }
  }
}

/** The bundled list takes about 15 MB, so it is loaded when the first password is set. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
