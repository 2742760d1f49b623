import type { FanSettings, OwnProfile, SettingsChange } from '@kickoff/contracts';
import { callApi, OWN_PROFILE_KEY, useQueryClient } from '@kickoff/web';

/** What one control changes: one setting at a time. */
export type ChangedSetting = Omit<SettingsChange, 'notifications'>;

/** Changes a setting; it counts at once and is taken back where the server refuses it. */
export function useChangeSettings() {
  const queries = useQueryClient();
  const put = (change: Partial<FanSettings>) =>
    queries.setQueryData<OwnProfile>(
      OWN_PROFILE_KEY,
      (me) => me && { ...me, settings: { ...me.settings, ...change } },
    );
  return async (change: ChangedSetting): Promise<void> => {
    await queries.cancelQueries({ queryKey: OWN_PROFILE_KEY });
    const before = queries.getQueryData<OwnProfile>(OWN_PROFILE_KEY)?.settings;
    put(change);
    try {
      const settings = await callApi<FanSettings>('/api/user/settings', {
        method: 'PATCH',
        body: change,
        as: 'fan',
      });
      put(settings);
    } catch (failure) {
      if (before) put(before);
      throw failure;
    }
  };
}
