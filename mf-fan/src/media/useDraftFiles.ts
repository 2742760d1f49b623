import { newIdempotencyKey } from '@kickoff/web';
import {
  type DraftFiles,
  deleteFiles,
  storeFiles,
  readFiles,
  type OpenDraft,
} from '@kickoff/web/drafts';
import { useEffect, useState } from 'react';

interface NamedFiles {
  name: string | undefined;
  files: DraftFiles;
}

const NONE: NamedFiles = { name: undefined, files: {} };

/** Returns the files of a draft, stored beside it on this device, and a function to change them. */
export function useDraftFiles(fanId: string, draft: OpenDraft) {
  const [known, setKnown] = useState(NONE);
  const { files: name } = draft;
  const isKnown = known.name === name;
  const { files: shown } = isKnown ? known : NONE;
  // After each change of the draft: another tab names its files a moment before it has stored them.
  useEffect(() => {
    if (isKnown || name === undefined) return;
    let isWanted = true;
    void readFiles(fanId, name).then((files) => {
      if (isWanted && files) setKnown({ name, files });
    });
    return () => {
      isWanted = false;
    };
  });
  const change = async (part: DraftFiles) => {
    const before = isKnown || name === undefined ? shown : await readFiles(fanId, name);
    const files = { ...before, ...part };
    const isNone = files.image === undefined && files.video === undefined;
    const next = isNone ? undefined : newIdempotencyKey();
    setKnown({ name: next, files });
    // A picture's description is removed with it.
    draft.change({ files: next, ...('image' in part ? { alt: '' } : {}) });
    // Repeated once the files are stored, so that other tabs find them.
    if (next !== undefined && (await storeFiles(fanId, next, files))) draft.change({});
    if (name !== undefined) void deleteFiles(fanId, name);
  };
  return { files: shown, change };
}
