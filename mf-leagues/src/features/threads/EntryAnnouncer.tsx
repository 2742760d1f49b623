import type { LatestMatch } from '@kickoff/contracts';
import { useState } from 'react';

import { describeEntry } from './describe-entry';
import type { Entry } from './thread-rows';

/** After a long absence only the latest entries are announced. */
const MAX_ANNOUNCED = 3;

const lastSeqOf = (entries: readonly Entry[]) => entries.at(-1)?.seq ?? 0;

interface EntryAnnouncerProps {
  /** In the order of the timeline. */
  entries: readonly Entry[];
  match: LatestMatch;
}

/** Announces new entries to screen readers, each once. */
export function EntryAnnouncer({ entries, match }: EntryAnnouncerProps) {
  const [announced, setAnnounced] = useState({ seq: lastSeqOf(entries), text: '' });
  if (lastSeqOf(entries) > announced.seq) {
    const added = entries.filter(({ seq }) => seq > announced.seq).slice(-MAX_ANNOUNCED);
    setAnnounced({
      seq: lastSeqOf(entries),
      text: added.map((entry) => describeEntry(entry, match)).join('. '),
    });
  }
  return (
    <p className="ko-sr" role="status">
      {announced.text}
    </p>
  );
}
