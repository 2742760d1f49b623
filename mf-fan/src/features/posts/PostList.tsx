import { Button, EmptyState, ErrorState } from '@kickoff/ui';
import { Fragment, type ReactNode } from 'react';

import type { PostPagesQuery } from './api/post-pages';
import { PostCard } from './PostCard';
import { PostSkeletons } from './PostSkeletons';
import { useNearEnd } from './useNearEnd';
import { useNow } from './useNow';

const FAILURE = 'Failed to fetch posts';

interface PostListProps {
  /** Names the list for those who do not see it. */
  label: string;
  posts: PostPagesQuery;
  /** Who reads; undefined while nobody knows. */
  readerId: string | undefined;
  emptyText: string;
  /** What stands after the first post, after the second and so on; in an empty list, below its text. */
  rails?: readonly ReactNode[];
}

const NO_RAILS: readonly ReactNode[] = [];

function ListEnd({ posts }: { posts: PostPagesQuery }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isFetching, fetchNextPage } =
    posts;
  const showMore = () => void fetchNextPage();
  const mark = useNearEnd<HTMLDivElement>(
    hasNextPage && !isFetching && !isFetchNextPageError ? showMore : undefined,
  );
  if (isFetchNextPageError) return <ErrorState text={FAILURE} onRetry={showMore} />;
  return (
    <div className="ko-feedend" ref={mark}>
      {hasNextPage ? (
        <Button look="line" busy={isFetchingNextPage} onClick={showMore}>
          Show more posts
        </Button>
      ) : (
        <p>You are all caught up</p>
      )}
    </div>
  );
}

/** A list of posts in all its states. */
export function PostList({ label, posts, readerId, emptyText, rails = NO_RAILS }: PostListProps) {
  const now = useNow();
  const shown = posts.data?.pages.flatMap(({ items }) => items);
  const retry = () => void posts.refetch();
  return (
    <>
      <section aria-label={label} aria-busy={posts.isFetching} tabIndex={-1}>
        {posts.isPending ? <PostSkeletons /> : null}
        {posts.isError && !posts.isFetchNextPageError ? (
          <ErrorState text={FAILURE} onRetry={retry} />
        ) : null}
        {shown?.length === 0 ? (
          <>
            <EmptyState text={emptyText} />
            {rails}
          </>
        ) : null}
        {shown?.map((post, index) => (
          <Fragment key={post._id}>
            <PostCard post={post} now={now} readerId={readerId} />
            {rails[index]}
          </Fragment>
        ))}
      </section>
      {shown && shown.length > 0 ? <ListEnd posts={posts} /> : null}
    </>
  );
}
