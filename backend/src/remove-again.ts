import 'reflect-metadata';

import { AccountRemovalsService } from './accounts/account-removals.service.js';
import type { Settings } from './common/config/env.js';
import { UsersService } from './users/users.service.js';
import { withApp } from './with-app.js';

/** A database that a restore has filled. */
interface Restored {
  settings: Settings;
  databaseUri: string;
  restoreId: string;
  /** Ends the removals like a failure. */
  signal: AbortSignal;
}

/** Removes the accounts with these ids, and returns the number of those that were in the backup. */
export function removeAgain(
  { settings, databaseUri, restoreId, signal }: Restored,
  fanIds: readonly string[],
): Promise<number> {
  return withApp(
    settings,
    databaseUri,
    async (app) => {
      let count = 0;
      for (const fanId of new Set(fanIds)) {
        signal.throwIfAborted();
        if (!(await app.get(UsersService).exists(fanId))) continue;
        await app.get(AccountRemovalsService).begin(fanId);
        count += 1;
      }
      await app.get(AccountRemovalsService).resume();
      return count;
    },
    restoreId,
  );
}
