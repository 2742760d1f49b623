import { newKey } from '@kickoff/web';
import {
  type DraftFiles,
  forgetFiles,
  keepFiles,
  keptFiles,
  type OpenDraft,
} from '@kickoff/web/drafts';
import { useEffect, useState } from 'react';

interface NamedFiles {
  name: string | undefined;
  files: DraftFiles;
}

const NONE: NamedFiles = { name: undefined, files: {} };

/** The files of a draft, which lie beside it on this device, and how to exchange some of them. */
export function useDraftFiles(fanId: string, draft: OpenDraft) {
  const [known, setKnown] = useState(NONE);
  const { files: name } = draft;
  const isKnown = known.name === name;
  const { files: shown } = isKnown ? known : NONE;
  // After each change of the draft: another tab names its files a moment before it has kept them.
  useEffect(() => {
    if (isKnown || name === undefined) return;
    let isWanted = true;
    void keptFiles(fanId, name).then((files) => {
      if (isWanted && files) setKnown({ name, files });
    });
    return () => {
      isWanted = false;
    };
  });
  const change = async (part: DraftFiles) => {
    const before = isKnown || name === undefined ? shown : await keptFiles(fanId, name);
    const files = { ...before, ...part };
    const isNone = files.image === undefined && files.video === undefined;
    const next = isNone ? undefined : newKey();
    setKnown({ name: next, files });
    // A picture's description goes with it.
    draft.change({ files: next, ...('image' in part ? { alt: '' } : {}) });
    // Said once more when another tab can find them.
    if (next !== undefined && (await keepFiles(fanId, next, files))) draft.change({});
    if (name !== undefined) void forgetFiles(fanId, name);
  };
  return { files: shown, change };
}
