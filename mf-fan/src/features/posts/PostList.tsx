import { EmptyState, ErrorState, ShowMore } from '@kickoff/ui';
import { nameHistoryEntry } from '@kickoff/web';
import {
  Fragment,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';

import type { PostPagesQuery } from './api/post-pages';
import { keepList, storeList } from './kept-lists';
import { rowsOf, type PostRow } from './post-rows';
import { PostCard } from './PostCard';
import { PostSkeletons } from './PostSkeletons';
import { RowWindow } from './RowWindow';
import { useNearEnd } from './useNearEnd';
import { useNow } from './useNow';

const FAILURE = 'Failed to fetch posts';

/** Scrolling draws the list again and again; the posts in it stay as they are. */
const StillPostCard = memo(PostCard);

interface PostListProps {
  /** Names the list for those who do not see it. */
  label: string;
  posts: PostPagesQuery;
  /** Who reads; undefined while nobody knows. */
  readerId: string | undefined;
  emptyText: string;
  /** A way on from an empty list. */
  emptyAction?: ReactNode;
  /** What stands after the first post, after the second and so on, where it is not null. */
  rails?: readonly ReactNode[];
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
  const mark = useNearEnd<HTMLDivElement>(
    hasNextPage && !isFetching && !isFetchNextPageError ? readOn : undefined,
  );
  return (
    // A new one for each page that comes by itself: nothing is seen to be pushed away.
    <div
      className="ko-feedend"
      ref={mark}
      key={isByItself && isFetchingNextPage ? 'on its way' : 'end'}
    >
      <ShowMore
        of={{ ...posts, fetchNextPage: showMore }}
        label="Show more posts"
        end={<p>You are all caught up</p>}
        failure={FAILURE}
      />
    </div>
  );
}

const Gap = ({ height }: { height: number }) =>
  height > 0 ? <div style={{ height }} aria-hidden="true" /> : null;

interface AwayPostProps {
  posts: PostPagesQuery;
  row: PostRow;
  height: number;
  /** Of all that could not be brought back it is the first that is drawn. */
  isFirstLost: boolean;
}

/** Holds the place of a post that is on its way back. What failed is told once, and seen everywhere. */
function AwayPost({ posts, row: { page }, height, isFirstLost }: AwayPostProps) {
  return (
    <div style={{ minHeight: height }}>
      {isFirstLost ? <ErrorState text={FAILURE} onRetry={posts.bringLostBack} /> : null}
      {posts.isLost(page) && !isFirstLost ? <p className="ko-none">{FAILURE}</p> : null}
    </div>
  );
}

interface RowsProps {
  rows: readonly PostRow[];
  posts: PostPagesQuery;
  now: number;
  readerId: string | undefined;
  rails: readonly ReactNode[];
}

/** The posts around the screen; the others' place is held open. */
function Rows({ rows, posts, now, readerId, rails }: RowsProps) {
  const { name, data, kept, watchPages } = posts;
  const [around] = useState(() => new RowWindow(kept?.place, kept?.heights));
  const shown = useSyncExternalStore(around.subscribe, around.shown);
  const list = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const plan = around.plan(ids, shown);

  useLayoutEffect(() => (list.current ? around.attach(list.current) : undefined), [around]);
  useLayoutEffect(() => around.settle(ids));
  const newest = useRef(data);
  useLayoutEffect(() => {
    newest.current = data;
  }, [data]);
  useLayoutEffect(() => {
    const entry = nameHistoryEntry();
    const store = () => {
      const { current: pages } = newest;
      if (pages) storeList(entry, name, around.place(), around.knownHeights(), pages);
    };
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      keepList(entry, name, around.place(), around.knownHeights());
      // For who reloads the next page and comes back then.
      store();
    };
  }, [around, name]);

  const firstLost = plan.rows.find(({ index }) => posts.isLost(rows[index]?.page ?? -1))?.index;
  const first = rows[plan.rows[0]?.index ?? 0]?.page ?? 0;
  const last = rows[plan.rows.at(-1)?.index ?? 0]?.page ?? 0;
  useEffect(() => watchPages(first, last));

  return (
    <div ref={list}>
      {plan.rows.map(({ index, gapBefore }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <Fragment key={row.id}>
            <Gap height={gapBefore} />
            <div data-row={row.id} className={index > 0 ? 'ko-feedrow' : undefined}>
              {row.post ? <StillPostCard post={row.post} now={now} readerId={readerId} /> : null}
              {row.post ? null : (
                <AwayPost
                  posts={posts}
                  row={row}
                  height={around.heightOf(row.id)}
                  isFirstLost={index === firstLost}
                />
              )}
              {rails[index]}
            </div>
          </Fragment>
        );
      })}
      <Gap height={plan.gapAfter} />
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
}: PostListProps) {
  const now = useNow();
  const pages = posts.data?.pages;
  const rows = useMemo(() => pages && rowsOf(pages), [pages]);
  // A page of nothing but hidden fans' posts has no rows, and leads on.
  const isEmpty = rows?.length === 0 && !posts.hasNextPage;
  const retry = () => void posts.refetch();
  return (
    <>
      <section aria-label={label} aria-busy={posts.isFetching} tabIndex={-1}>
        {posts.isPending ? <PostSkeletons /> : null}
        {posts.isError && !posts.isFetchNextPageError ? (
          <ErrorState text={FAILURE} onRetry={retry} />
        ) : null}
        {isEmpty ? <EmptyState text={emptyText}>{emptyAction}</EmptyState> : null}
        {rows?.length === 0 ? rails : null}
        {rows && rows.length > 0 ? (
          <Rows rows={rows} posts={posts} now={now} readerId={readerId} rails={rails} />
        ) : null}
      </section>
      {rows && !isEmpty ? <ListEnd posts={posts} /> : null}
    </>
  );
}
