import type { SettingsChange } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import { useQueryClient } from '@kickoff/web';
import { useState } from 'react';

import { changeSettings } from '../../change-settings';

/** Returns one setting, its setter and the text of the last error. */
export function useSetting() {
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const set = async (changed: SettingsChange) => {
    setFault(undefined);
    try {
      await changeSettings(queries, changed);
    } catch (failure) {
      setFault(errorMessage(failure));
    }
  };
  return { set, fault };
}
