import { useState } from 'react';

import { useChangeSettings, type ChangedSetting } from './api/useChangeSettings';

/** One control's setting: changed once at a time, and what went wrong with it in words. */
export function useSetting() {
  const change = useChangeSettings();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const set = async (changed: ChangedSetting) => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await change(changed);
    } catch (failure) {
      setFault(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  };
  return { set, fault };
}
