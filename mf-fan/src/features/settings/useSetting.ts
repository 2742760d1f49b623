import type { SettingsChange } from '@kickoff/contracts';
import { useState } from 'react';

import { useChangeSettings } from '../../useChangeSettings';

/** One control's setting, and what went wrong with it in words. */
export function useSetting() {
  const change = useChangeSettings();
  const [fault, setFault] = useState<string>();
  const set = async (changed: SettingsChange) => {
    setFault(undefined);
    try {
      await change(changed);
    } catch (failure) {
      setFault(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return { set, fault };
}
