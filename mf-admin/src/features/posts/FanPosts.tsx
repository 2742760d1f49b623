import type { AdminPost } from '@kickoff/contracts';
import { Button, ErrorState } from '@kickoff/ui';
import { addressOf, fetchPage, Link, useInfiniteQuery } from '@kickoff/web';
import { useState } from 'react';

import { ListSkeleton } from '../../lists/ListSkeleton';
import { POSTS, WITHOUT_READERS } from './api/posts-address';
import { PostTable } from './PostTable';
import { RemovePostDialog } from './RemovePostDialog';

const SHOWN = 10;

/** One fan's posts, newest first, each to be removed where it stands. */
export function FanPosts({ fanId }: { fanId: string }) {
  const [removing, setRemoving] = useState<AdminPost>();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    {
      queryKey: [POSTS, 'of', fanId],
      initialPageParam: `${POSTS}?author=${fanId}&limit=${SHOWN}&${WITHOUT_READERS}`,
      queryFn: ({ pageParam, signal }) => fetchPage<AdminPost>(pageParam, { as: 'admin', signal }),
      getNextPageParam: ({ next }) => next,
    },
  );
  const posts = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className="ko-card ko-mt-4" aria-label="Posts of this fan">
      <div className="ko-sheet__head ko-head">
        <h2>Posts</h2>
        <Link className="ko-link" to={`${addressOf('PostList')}?author=${fanId}`}>
          Search in them
        </Link>
      </div>
      {error ? <ErrorState text="Failed to fetch posts" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton /> : null}
      {data && posts.length === 0 ? <p className="ko-pad ko-none">No posts</p> : null}
      {posts.length === 0 ? null : (
        <PostTable posts={posts} isStale={false} onRemove={setRemoving} />
      )}
      {hasNextPage ? (
        <div className="ko-pad">
          <Button look="soft" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more posts
          </Button>
        </div>
      ) : null}
      {removing ? (
        <RemovePostDialog post={removing} onClose={() => setRemoving(undefined)} />
      ) : null}
    </section>
  );
}
