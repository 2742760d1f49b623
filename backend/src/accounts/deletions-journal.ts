import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

import { Inject, Injectable } from '@nestjs/common';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';

/**
 * Records deletions outside the database, so that they can be reapplied to a restored backup. A
 * line contains the account's id and the time.
 */
@Injectable()
export class DeletionsJournal {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Appends a line and syncs it to disk. Duplicate lines are harmless. */
  async append(fanId: string, at: Date): Promise<void> {
    const { dataFolder } = this.settings;
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    const file = await open(join(dataFolder, 'deletions.jsonl'), 'a', 0o600);
    try {
      await file.appendFile(`${JSON.stringify({ fanId, at })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
