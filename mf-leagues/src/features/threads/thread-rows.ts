import type { MatchThread, ThreadRow } from '@kickoff/contracts';
import type { InfiniteData } from '@kickoff/web';

export type EntryRow = Extract<ThreadRow, { kind: 'entry' }>;
export type Entry = EntryRow['entry'];

/** One page of a thread, with the address of the next one if there is one. */
export interface ThreadPage {
  thread: MatchThread;
  next: string | undefined;
}
export type ThreadPages = InfiniteData<ThreadPage, string>;

/** Identifies a row: a post by its id, an entry by its `seq`. */
export function rowKey(row: ThreadRow): string {
  return row.kind === 'post' ? row.post._id : `entry ${row.entry.seq}`;
}

/** Returns the rows of all pages, each once. */
export function listRows({ pages }: ThreadPages): ThreadRow[] {
  const rows = new Map<string, ThreadRow>();
  for (const { thread } of pages) {
    for (const row of thread.rows) if (!rows.has(rowKey(row))) rows.set(rowKey(row), row);
  }
  return [...rows.values()];
}

/** The order of match clocks; undefined where a clock has none, as before kick-off. */
function clockOrder(minute: string | null, isExtraTime: boolean): number | undefined {
  if (minute === 'HT') return isExtraTime ? 105.99 : 45.99;
  const [, played, injuryTime = '0'] = /^(\d+)(?:\+(\d+))?$/.exec(minute ?? '') ?? [];
  return played === undefined ? undefined : Number(played) + Number(injuryTime) / 100;
}

/** Returns the index of a new row in rows that are sorted from newest to oldest. */
function findIndex(rows: readonly ThreadRow[], row: ThreadRow): number {
  if (row.kind === 'entry') {
    const later = (other: ThreadRow) => other.kind === 'entry' && other.entry.seq > row.entry.seq;
    return rows.findLastIndex(later) + 1;
  }
  const isExtraTime = rows.some(
    (other) => other.kind === 'entry' && other.entry.kind === 'extra_time',
  );
  const order = clockOrder(row.minute, isExtraTime);
  let index = 0;
  if (order === undefined) return index;
  // A fan with a delay posts about an earlier moment than fans who are live.
  for (const [at, other] of rows.entries()) {
    const otherOrder = clockOrder(other.minute, isExtraTime);
    if (otherOrder !== undefined && otherOrder <= order) break;
    if (otherOrder !== undefined) index = at + 1;
  }
  return index;
}

function withCancelled(row: ThreadRow, seq: number): ThreadRow {
  if (row.kind === 'post' || row.entry.seq !== seq) return row;
  return { ...row, entry: { ...row.entry, cancelled: true } };
}

function mapRows(data: ThreadPages, change: (rows: ThreadRow[], page: number) => ThreadRow[]) {
  return {
    ...data,
    pages: data.pages.map((page, index) => ({
      ...page,
      thread: { ...page.thread, rows: change(page.thread.rows, index) },
    })),
  };
}

/**
 * Adds a row at its moment, or replaces it if it is there. A `goal_cancelled` also marks its goal.
 */
export function mergeRow(data: ThreadPages, row: ThreadRow): ThreadPages {
  const key = rowKey(row);
  const isKnown = data.pages.some(({ thread }) => thread.rows.some((old) => rowKey(old) === key));
  const cancels = row.kind === 'entry' ? row.entry.cancels : undefined;
  return mapRows(data, (rows, page) => {
    const changed = rows.map((old) => {
      if (rowKey(old) === key) return row;
      return cancels === undefined ? old : withCancelled(old, cancels);
    });
    return !isKnown && page === 0 ? changed.toSpliced(findIndex(changed, row), 0, row) : changed;
  });
}

/** Returns the pages without a post. */
export function withoutPost(data: ThreadPages, postId: string): ThreadPages {
  return mapRows(data, (rows) => rows.filter((row) => rowKey(row) !== postId));
}

/** Returns the entries of rows, in the order of the timeline. */
export function listEntries(rows: readonly ThreadRow[]): Entry[] {
  return rows
    .flatMap((row) => (row.kind === 'entry' ? row.entry : []))
    .sort((one, other) => one.seq - other.seq);
}
