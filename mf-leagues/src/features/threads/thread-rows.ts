import type { MatchThread, ThreadRow } from '@kickoff/contracts';
import type { InfiniteData } from '@kickoff/web';

export type EntryRow = Extract<ThreadRow, { kind: 'entry' }>;
export type Entry = EntryRow['entry'];

/** One page of a thread, with the address of the next one if there is one. */
export interface ThreadPage {
  thread: MatchThread;
  next: string | undefined;
  /** In ms. */
  loadedAt: number;
}
export type ThreadPages = InfiniteData<ThreadPage, string>;

/** A pause states the position that was shown, which is at most this far behind the server's. */
const PLAYER_LAG_MS = 2_000;

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

/**
 * Returns whether rows may be after a position of a replay: those of another mode, or of a later
 * position.
 *
 * @param position in seconds
 * @param updatedAt when rows were last loaded or added, in ms
 */
export function mayBeAfter({ pages }: ThreadPages, position: number, updatedAt: number): boolean {
  return pages.some(({ thread, loadedAt }) => {
    const { mode, position: from = 0, playing, speed = 1 } = thread.match.viewpoint ?? {};
    if (mode !== 'replay') return true;
    const playedMs = playing ? updatedAt - loadedAt - PLAYER_LAG_MS : 0;
    return position < from + (playedMs / 1_000) * speed;
  });
}

/** When a row was in the match; moments are compared as text. */
function momentOf(row: ThreadRow): string {
  return row.kind === 'post' ? row.at : row.entry.at;
}

/** Whether a row is above another where the newest are first; an entry is before the posts of its moment. */
function isAbove(row: ThreadRow, other: ThreadRow): boolean {
  if (momentOf(row) !== momentOf(other)) return momentOf(row) > momentOf(other);
  if (row.kind === 'post') return other.kind === 'entry' || row.post._id > other.post._id;
  return other.kind === 'entry' && row.entry.seq > other.entry.seq;
}

/** The page that a new row belongs to; -1 for one that comes with the next page. */
function findPage({ pages }: ThreadPages, row: ThreadRow): number {
  const page = pages.findIndex(({ thread }) => thread.rows.some((other) => isAbove(row, other)));
  if (page >= 0) return page;
  return pages.at(-1)?.next === undefined ? pages.length - 1 : -1;
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
  const newPage = isKnown ? -1 : findPage(data, row);
  const cancels = row.kind === 'entry' ? row.entry.cancels : undefined;
  return mapRows(data, (rows, page) => {
    const changed = rows.map((old) => {
      if (rowKey(old) === key) return row;
      return cancels === undefined ? old : withCancelled(old, cancels);
    });
    if (page !== newPage) return changed;
    const index = changed.findLastIndex((other) => isAbove(other, row)) + 1;
    return changed.toSpliced(index, 0, row);
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
