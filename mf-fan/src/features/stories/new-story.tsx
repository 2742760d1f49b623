import { raiseToast } from '@kickoff/web';

import { NewStoryDialog } from './NewStoryDialog';
import { validateStoryFile } from './story-file';

/**
 * Returns the dialog for a chosen file, or for the stored draft without one. A file of another kind
 * is refused by a toast.
 */
export function newStoryDialog(fanId: string, file: File | undefined, onClose: () => void) {
  const chosen = file && validateStoryFile(file);
  if (chosen && 'fault' in chosen) {
    raiseToast({ kind: 'error', text: chosen.fault });
    return null;
  }
  return (
    <NewStoryDialog
      fanId={fanId}
      {...(chosen ? { chosen } : {})}
      onAdded={() => {
        onClose();
        raiseToast({ kind: 'ok', text: 'Your story is added' });
      }}
      onClose={onClose}
    />
  );
}
