import { raiseToast } from '@kickoff/web';
import { hasDraft } from '@kickoff/web/drafts';

import { texts } from '../../texts';
import { NewStoryDialog } from './NewStoryDialog';
import { type StoryFile, validateStoryFile } from './story-file';

function dialogOf(fanId: string, chosen: StoryFile | undefined, onClose: () => void) {
  return (
    <NewStoryDialog
      fanId={fanId}
      {...(chosen ? { chosen } : {})}
      onAdded={() => {
        onClose();
        raiseToast({ kind: 'ok', text: texts.stories.added });
      }}
      onClose={onClose}
    />
  );
}

/** Returns the dialog for a chosen file; a file of another kind is refused by a toast. */
export function newStoryDialog(fanId: string | undefined, file: File, onClose: () => void) {
  if (fanId === undefined) throw new Error('Nobody knows yet whose story it is');
  const chosen = validateStoryFile(file);
  if ('fault' in chosen) {
    raiseToast({ kind: 'error', text: chosen.fault });
    return null;
  }
  return dialogOf(fanId, chosen, onClose);
}

/** Returns the dialog for the stored draft, if there is one that is not open in another tab. */
export async function unsentStoryDialog(fanId: string, onClose: () => void) {
  return (await hasDraft(fanId, 'story')) ? dialogOf(fanId, undefined, onClose) : null;
}
