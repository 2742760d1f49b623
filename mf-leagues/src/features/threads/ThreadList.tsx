import type { LatestMatch, ThreadRow } from '@kickoff/contracts';
import { pluralText, ShowMore } from '@kickoff/ui';
import { useNow } from '@kickoff/web';
import { useEffect, useRef, type ReactNode } from 'react';

import { texts } from '../../texts';
import type { useThread } from './api/useThread';
import { EntryRow } from './EntryRow';
import { PostRow } from './PostRow';
import { rowKey } from './thread-rows';
import styles from './ThreadList.module.css';
import { showEntry, useEntryKeys } from './useEntryKeys';
import { useHeldRows } from './useHeldRows';
import { useIsScrolledPast } from './useIsScrolledPast';

/** What the reader asks to see: an entry, or the newest rows. */
export type Jump = { seq: number } | { isToTop: true };

interface ThreadListProps {
  query: ReturnType<typeof useThread>;
  rows: ThreadRow[];
  match: LatestMatch;
  readerId: string | undefined;
  jump: Jump | undefined;
  onJumped: () => void;
  /** Rendered after the oldest row. */
  end: ReactNode;
}

/** The rows of a thread, newest first. It never moves under its reader. */
export function ThreadList(props: ThreadListProps) {
  const { query, rows, match, readerId, jump, onJumped, end } = props;
  const now = useNow();
  const list = useRef<HTMLOListElement>(null);
  const { mark, isPast } = useIsScrolledPast<HTMLDivElement>();
  const { shown, count, release } = useHeldRows(rows, isPast);
  useEntryKeys(list);

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (!jump) return;
    if (count > 0) {
      release();
      return;
    }
    if ('isToTop' in jump) {
      mark.current?.scrollIntoView();
      onJumped();
      return;
    }
    const entry = list.current?.querySelector<HTMLElement>(`[data-entry="${jump.seq}"]`);
    if (entry) {
      showEntry(entry);
      onJumped();
    } else if (hasNextPage && !isFetchNextPageError) {
      if (!isFetchingNextPage) void fetchNextPage();
    } else {
      onJumped();
    }
  });
  const showNew = () => {
    release();
    mark.current?.scrollIntoView();
    list.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className={styles.top} ref={mark} />
      {count > 0 ? (
        <div className="ko-newposts">
          <button className="ko-btn ko-btn--primary ko-btn--sm" type="button" onClick={showNew}>
            {pluralText(texts.thread.new, count, { count })}
          </button>
        </div>
      ) : null}
      <ol className={styles.list} aria-label={texts.thread.list} tabIndex={-1} ref={list}>
        {shown.map((row) =>
          row.kind === 'entry' ? (
            <EntryRow key={rowKey(row)} entry={row.entry} match={match} />
          ) : (
            <PostRow
              key={rowKey(row)}
              post={row.post}
              minute={row.minute}
              readerId={readerId}
              now={now}
            />
          ),
        )}
      </ol>
      <ShowMore
        className={styles.more ?? ''}
        of={query}
        label={texts.thread.earlier}
        failure={texts.thread.failed}
        end={end}
      />
    </>
  );
}
