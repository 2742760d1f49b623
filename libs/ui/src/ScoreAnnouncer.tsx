import type { Match } from '@kickoff/contracts';
import { useState } from 'react';

import { describeScoreChanges } from './score-changes';

/** Announces changed scores to screen readers, each change once. */
export function ScoreAnnouncer({ matches }: { matches: Match[] }) {
  const [announced, setAnnounced] = useState({ matches, announcement: '' });
  if (announced.matches !== matches) {
    const text = describeScoreChanges(announced.matches, matches);
    setAnnounced({ matches, announcement: text === '' ? announced.announcement : text });
  }
  return (
    <p className="ko-sr" role="status">
      {announced.announcement}
    </p>
  );
}
