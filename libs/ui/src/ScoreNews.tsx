import type { Match } from '@kickoff/contracts';
import { useState } from 'react';

import { scoreNews } from './score-news';

/** Tells screen readers of changed scores, each change once. */
export function ScoreNews({ matches }: { matches: Match[] }) {
  const [told, setTold] = useState({ matches, news: '' });
  if (told.matches !== matches) {
    const news = scoreNews(told.matches, matches);
    setTold({ matches, news: news === '' ? told.news : news });
  }
  return (
    <p className="ko-sr" role="status">
      {told.news}
    </p>
  );
}
