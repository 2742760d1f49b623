import type { FanSettings, OwnProfile, SettingsChange } from '@kickoff/contracts';
import { callApi, OWN_PROFILE_KEY, tellStale, useQueryClient } from '@kickoff/web';
import { useRef } from 'react';

/** Those of some values that a change names. */
function named(values: object, change: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in change));
}

/** What the server has of a setting, as far as this change would take it back. */
function valuesNow(
  { notifications: kinds, ...change }: SettingsChange,
  { notifications, ...settings }: FanSettings,
): SettingsChange {
  return {
    ...named(settings, change),
    ...(kinds ? { notifications: named(notifications, kinds) } : {}),
  };
}

function changed(settings: FanSettings, { notifications, ...change }: SettingsChange): FanSettings {
  return {
    ...settings,
    ...change,
    notifications: { ...settings.notifications, ...notifications },
  };
}

/**
 * Changes the setting of one control, always the same. A choice counts at once and is sent after
 * those before it, so that the last one stays; where the server refuses it, it
 * is taken back unless another has been made since.
 */
export function useChangeSettings() {
  const queries = useQueryClient();
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const choices = useRef({ made: 0, underWay: 0 });
  const stored = useRef<SettingsChange>({});
  const put = (change: SettingsChange) =>
    queries.setQueryData<OwnProfile>(
      OWN_PROFILE_KEY,
      (me) => me && { ...me, settings: changed(me.settings, change) },
    );
  return async (change: SettingsChange): Promise<void> => {
    const { current: count } = choices;
    const me = queries.getQueryData<OwnProfile>(OWN_PROFILE_KEY);
    if (me && count.underWay === 0) stored.current = valuesNow(change, me.settings);
    const number = (count.made += 1);
    count.underWay += 1;
    put(change);
    await queries.cancelQueries({ queryKey: OWN_PROFILE_KEY });
    // An answer that was on its way may have brought the old one back.
    put(change);
    const sent = line.current.then(() =>
      callApi<FanSettings>('/api/user/settings', { method: 'PATCH', body: change, as: 'fan' }),
    );
    line.current = sent.catch(() => undefined);
    try {
      await sent;
      stored.current = change;
      tellStale('fan', [OWN_PROFILE_KEY]);
    } catch (failure) {
      if (number === count.made) put(stored.current);
      throw failure;
    } finally {
      count.underWay -= 1;
    }
  };
}
