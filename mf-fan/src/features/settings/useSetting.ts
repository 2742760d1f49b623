import type { SettingsChange } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import { useQueryClient } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

import { changeSettings } from '../../change-settings';

/** How long 'Saved' is shown. */
const SAVED_MS = 5_000;

/** Returns the setter of one setting, the text of its last error and whether it was just saved. */
export function useSetting() {
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const last = useRef(0);
  useEffect(() => {
    if (!isSaved) return undefined;
    const timer = setTimeout(() => setSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  const set = async (changed: SettingsChange) => {
    last.current += 1;
    const own = last.current;
    setFault(undefined);
    setSaved(false);
    try {
      await changeSettings(queries, changed);
      if (own === last.current) setSaved(true);
    } catch (failure) {
      setFault(errorMessage(failure));
    }
  };
  return { set, fault, isSaved };
}
