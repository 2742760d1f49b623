import type { OwnProfile, SettingsChange } from '@kickoff/contracts';
import { callApi, OWN_PROFILE_KEY, type QueryClient, broadcastInvalidation } from '@kickoff/web';

import { queueWrite, settingsWrites, withChange } from './settings-writes';

/**
 * Changes settings. A change applies to the cache at once and is sent after all earlier ones, so
 * that the last one is stored last. A rejected change is reverted, and the promise rejects.
 */
export async function changeSettings(queries: QueryClient, change: SettingsChange): Promise<void> {
  const writes = settingsWrites(queries);
  const settingsNow = () => queries.getQueryData<OwnProfile>(OWN_PROFILE_KEY)?.settings;
  const show = () =>
    queries.setQueryData<OwnProfile>(
      OWN_PROFILE_KEY,
      (me) =>
        me && {
          ...me,
          settings: writes.pending.reduce(withChange, writes.stored ?? me.settings),
        },
    );
  const settle = () => {
    writes.pending = writes.pending.filter((other) => other !== change);
    show();
    if (writes.pending.length === 0) writes.stored = undefined;
  };

  writes.stored ??= settingsNow();
  writes.pending = [...writes.pending, change];
  show();
  const sent = queueWrite(writes, () =>
    callApi('/api/user/settings', { method: 'PATCH', body: change, as: 'fan' }),
  );
  if (writes.stored) {
    // A response in flight may contain the old settings.
    void queries.cancelQueries({ queryKey: OWN_PROFILE_KEY }).then(show);
  }
  try {
    await sent;
  } catch (failure) {
    settle();
    throw failure;
  }
  const before = writes.stored ?? settingsNow();
  writes.stored = before && withChange(before, change);
  settle();
  broadcastInvalidation('fan', [OWN_PROFILE_KEY]);
}
