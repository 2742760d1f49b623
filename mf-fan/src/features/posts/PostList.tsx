import { EmptyState, ErrorState, ShowMore } from '@kickoff/ui';
import { nameHistoryEntry, useNow } from '@kickoff/web';
import {
  Fragment,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
} from 'react';

import { texts } from '../../texts';
import type { PostPagesQuery } from './api/post-pages';
import { rememberList, persistList } from './list-snapshots';
import { toRows, type PostRow } from './post-rows';
import { PostCard, type OwnActionsProps } from './PostCard';
import { PostSkeletons } from './PostSkeletons';
import { WindowVirtualizer } from './WindowVirtualizer';
import { useNearViewport } from './useNearViewport';

/** Pages load by themselves on desktops only; on phones the reader decides by the button. */
const DESKTOP = '(min-width: 960px) and (hover: hover)';

/** Memoised, because the list renders on every scroll step. */
const MemoPostCard = memo(PostCard);

interface PostListProps {
  /** Accessible name of the list. */
  label: string;
  posts: PostPagesQuery;
  /** Id of the reader; undefined while unknown. */
  readerId: string | undefined;
  emptyText: string;
  /** A link or button in the empty list. */
  emptyAction?: ReactNode;
  /** Rendered after the first post, after the second and so on, where it is not null. */
  rails?: readonly ReactNode[];
  /** Rendered at the end of the actions of the reader's posts. */
  OwnActions?: ComponentType<OwnActionsProps>;
}

function ListEnd({ posts }: { posts: PostPagesQuery }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isFetching, fetchNextPage } =
    posts;
  const [isByItself, setByItself] = useState(false);
  const showMore = () => {
    setByItself(false);
    void fetchNextPage();
  };
  const readOn = () => {
    setByItself(true);
    void fetchNextPage();
  };
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError;
  // Two screens before the end.
  const mark = useNearViewport(
    '200% 0px',
    isReady && matchMedia(DESKTOP).matches ? readOn : undefined,
  );
  return (
    // Remount the footer while auto-loading, so that it does not count as layout shift.
    <div
      className="ko-feedend"
      ref={mark}
      key={isByItself && isFetchingNextPage ? 'on its way' : 'end'}
    >
      <ShowMore
        of={{ ...posts, fetchNextPage: showMore }}
        label={texts.posts.more}
        end={<p>{texts.posts.allShown}</p>}
        failure={texts.posts.failed}
      />
    </div>
  );
}

const Gap = ({ height }: { height: number }) =>
  height > 0 ? <div style={{ height }} aria-hidden="true" /> : null;

interface EvictedPostProps {
  posts: PostPagesQuery;
  row: PostRow;
  /** Whether it is the first rendered post that failed to reload. */
  isFirstLost: boolean;
}

/**
 * Placeholder of an evicted post that is reloading. One error has a retry button, all show the
 * text.
 */
function EvictedPost({ posts, row: { page }, isFirstLost }: EvictedPostProps) {
  return (
    <div>
      {isFirstLost ? <ErrorState text={texts.posts.failed} onRetry={posts.bringLostBack} /> : null}
      {posts.isLost(page) && !isFirstLost ? <p className="ko-none">{texts.posts.failed}</p> : null}
    </div>
  );
}

/** The row of an evicted post is as high as it was, its rail included, which stays at the bottom. */
const spaceOf = (height: number): CSSProperties => ({
  minHeight: height,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
});

interface RowsProps {
  rows: readonly PostRow[];
  posts: PostPagesQuery;
  now: number;
  readerId: string | undefined;
  rails: readonly ReactNode[];
  OwnActions: ComponentType<OwnActionsProps> | undefined;
}

/** The posts around the viewport; the others are replaced by empty space. */
function Rows({ rows, posts, now, readerId, rails, OwnActions }: RowsProps) {
  const { name, data, snapshot, watchPages } = posts;
  const [virtualizer] = useState(
    () => new WindowVirtualizer(snapshot?.position, snapshot?.heights),
  );
  const range = useSyncExternalStore(virtualizer.subscribe, virtualizer.range);
  const list = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const items = virtualizer.virtualItems(ids, range);

  useLayoutEffect(
    () => (list.current ? virtualizer.attach(list.current) : undefined),
    [virtualizer],
  );
  useLayoutEffect(() => virtualizer.afterRender(ids));
  const newest = useRef(data);
  useLayoutEffect(() => {
    newest.current = data;
  }, [data]);
  useLayoutEffect(() => {
    const entry = nameHistoryEntry();
    const store = () => {
      const { current: pages } = newest;
      if (pages)
        persistList(entry, name, virtualizer.position(), virtualizer.measuredHeights(), pages);
    };
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      rememberList(entry, name, virtualizer.position(), virtualizer.measuredHeights());
      // For a reload of the next page, followed by going back.
      store();
    };
  }, [virtualizer, name]);

  const firstLost = items.rows.find(({ index }) => posts.isLost(rows[index]?.page ?? -1))?.index;
  const first = rows[items.rows[0]?.index ?? 0]?.page ?? 0;
  const last = rows[items.rows.at(-1)?.index ?? 0]?.page ?? 0;
  useEffect(() => watchPages(first, last));

  return (
    <div ref={list}>
      {items.rows.map(({ index, gapBefore }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <Fragment key={row.id}>
            <Gap height={gapBefore} />
            <div
              data-row={row.id}
              className={index > 0 ? 'ko-feedrow' : undefined}
              style={row.post ? undefined : spaceOf(virtualizer.heightOf(row.id))}
            >
              {row.post ? (
                <MemoPostCard
                  post={row.post}
                  now={now}
                  readerId={readerId}
                  OwnActions={OwnActions}
                />
              ) : null}
              {row.post ? null : (
                <EvictedPost posts={posts} row={row} isFirstLost={index === firstLost} />
              )}
              {rails[index]}
            </div>
          </Fragment>
        );
      })}
      <Gap height={items.gapAfter} />
    </div>
  );
}

const NO_RAILS: readonly ReactNode[] = [];

/** A list of posts in all its states. */
export function PostList({
  label,
  posts,
  readerId,
  emptyText,
  emptyAction,
  rails = NO_RAILS,
  OwnActions,
}: PostListProps) {
  const now = useNow();
  const pages = posts.data?.pages;
  const rows = useMemo(() => pages && toRows(pages), [pages]);
  // A page of hidden fans' posts only has no rows but may have a next page.
  const isEmpty = rows?.length === 0 && !posts.hasNextPage;
  const retry = () => void posts.refetch();
  return (
    <>
      <section aria-label={label} aria-busy={posts.isFetching} tabIndex={-1} data-posts="">
        {posts.isPending ? <PostSkeletons /> : null}
        {posts.isError && !posts.isFetchNextPageError ? (
          <ErrorState text={texts.posts.failed} onRetry={retry} />
        ) : null}
        {isEmpty ? <EmptyState text={emptyText}>{emptyAction}</EmptyState> : null}
        {rows?.length === 0 ? rails : null}
        {rows && rows.length > 0 ? (
          <Rows
            rows={rows}
            posts={posts}
            now={now}
            readerId={readerId}
            rails={rails}
            OwnActions={OwnActions}
          />
        ) : null}
      </section>
      {rows && !isEmpty ? <ListEnd posts={posts} /> : null}
    </>
  );
}
