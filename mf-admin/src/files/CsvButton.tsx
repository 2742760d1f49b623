import { icons, Button, Icon } from '@kickoff/ui';
import { saveFile } from '@kickoff/web/save-file';
import { useState } from 'react';

import { showError } from '../show-error';
import { texts } from '../texts';

interface CsvButtonProps {
  /** Name of the file. */
  name: string;
  /** Fetches the file's content. */
  fetchContent: () => Promise<Blob> | Blob;
}

/** Exports what is shown as CSV. */
export function CsvButton({ name, fetchContent }: CsvButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      saveFile(name, await fetchContent());
    } catch (failure) {
      showError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="line" busy={isBusy} onClick={save}>
      <Icon icon={icons.download} size={16} />
      {texts.lists.csv}
    </Button>
  );
}
