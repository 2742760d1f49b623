import type { ThreadRow } from '@kickoff/contracts';
import { useState } from 'react';

import { rowKey } from './thread-rows';

const NONE: ReadonlySet<string> = new Set();

/**
 * Holds back new rows while the reader has scrolled past the beginning of the list, so that it does
 * not move. Older rows, which the reader loaded at its end, are shown at once.
 */
export function useHeldRows(rows: ThreadRow[], isScrolledPast: boolean) {
  const [seen, setSeen] = useState({ rows, held: NONE });
  let { held } = seen;
  if (seen.rows !== rows) {
    const known = new Set(seen.rows.map(rowKey));
    const lastKnown = rows.findLastIndex((row) => known.has(rowKey(row)));
    const added = rows.slice(0, Math.max(lastKnown, 0)).filter((row) => !known.has(rowKey(row)));
    if (isScrolledPast && added.length > 0) held = new Set([...held, ...added.map(rowKey)]);
    setSeen({ rows, held });
  }
  if (!isScrolledPast && held.size > 0) {
    held = NONE;
    setSeen({ rows, held });
  }
  const shown = held.size === 0 ? rows : rows.filter((row) => !held.has(rowKey(row)));
  return {
    shown,
    count: rows.length - shown.length,
    release: () => setSeen({ rows, held: NONE }),
  };
}
