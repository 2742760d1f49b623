import { fillText } from '@kickoff/ui';
import type { DraftFiles } from '@kickoff/web/drafts';

import { texts } from '../../../texts';
import { fileFault, type FileKind } from './file-fault';

function kindOf({ type }: File): FileKind {
  return type.startsWith('video/') ? 'video' : 'image';
}

/**
 * Selects one picture and one video from dropped or pasted files. `fault` names all others, with
 * the reason.
 */
export function sortDropped(dropped: Iterable<File>): { taken: DraftFiles; fault?: string } {
  const taken: DraftFiles = {};
  const faults: string[] = [];
  for (const file of dropped) {
    const kind = kindOf(file);
    const isOneTooMany = taken[kind] !== undefined;
    const fault = isOneTooMany
      ? fillText(texts.files.extra, { name: file.name })
      : fileFault(kind, file);
    if (fault === undefined) taken[kind] = file;
    else faults.push(fault);
  }
  return faults.length === 0 ? { taken } : { taken, fault: faults.join('. ') };
}
