import { icons, Button, Icon } from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import { saveFile } from '@kickoff/web/save-file';

import { clearError, showError } from '../show-error';
import { texts } from '../texts';

interface CsvButtonProps {
  /** Name of the file. */
  name: string;
  /** Fetches the file's content. */
  fetchContent: () => Promise<Blob> | Blob;
}

/** Exports what is shown as CSV. */
export function CsvButton({ name, fetchContent }: CsvButtonProps) {
  const saving = useExclusiveMutation({
    mutationFn: async () => saveFile(name, await fetchContent()),
    onMutate: () => clearError(name),
    onError: showError(name),
  });
  return (
    <Button look="line" busy={saving.isPending} onClick={() => saving.mutate()}>
      <Icon icon={icons.download} size={16} />
      {texts.lists.csv}
    </Button>
  );
}
