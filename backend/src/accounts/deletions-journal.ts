import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

import { Inject, Injectable } from '@nestjs/common';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';

/**
 * Remembers deletions outside the database, so that a restored backup can apply
 * them again. A line says which account and when, and nothing else of the fan.
 */
@Injectable()
export class DeletionsJournal {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Adds a line; when this is done it is on the disk. The same deletion twice does no harm. */
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
