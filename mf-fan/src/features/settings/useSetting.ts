import type { SettingsChange } from '@kickoff/contracts';
import { useQueryClient } from '@kickoff/web';
import { useState } from 'react';

import { changeSettings } from '../../change-settings';

/** One control's setting, and what went wrong with it in words. */
export function useSetting() {
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const set = async (changed: SettingsChange) => {
    setFault(undefined);
    try {
      await changeSettings(queries, changed);
    } catch (failure) {
      setFault(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return { set, fault };
}
