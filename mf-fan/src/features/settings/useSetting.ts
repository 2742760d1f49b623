import type { SettingsChange } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import { useMutation, useQueryClient } from '@kickoff/web';
import { useState } from 'react';

import { changeSettings } from '../../change-settings';
import { useSavedNotice } from './useSavedNotice';

/** Returns the setter of one setting, the text of its last error and whether it was just saved. */
export function useSetting() {
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const saving = useMutation({
    mutationFn: (changed: SettingsChange) => changeSettings(queries, changed),
    onMutate: () => setFault(undefined),
    onError: (failure) => setFault(errorMessage(failure)),
  });
  return { set: saving.mutate, fault, isSaved: useSavedNotice(saving) };
}
