import { icons, Button, Icon } from '@kickoff/ui';
import { useState } from 'react';

import { tellFailure } from '../tell-failure';
import { saveFile } from './save-file';

interface CsvButtonProps {
  /** What the file is called. */
  name: string;
  /** Gets the file's content. */
  fetchContent: () => Promise<Blob> | Blob;
}

/** Takes what is on screen along as a file of comma-separated values. */
export function CsvButton({ name, fetchContent }: CsvButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      saveFile(name, await fetchContent());
    } catch (failure) {
      tellFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="line" busy={isBusy} onClick={save}>
      <Icon icon={icons.download} size={16} />
      CSV
    </Button>
  );
}
