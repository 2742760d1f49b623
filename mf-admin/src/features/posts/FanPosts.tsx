import type { AdminPost } from '@kickoff/contracts';
import { ErrorState, ShowMore } from '@kickoff/ui';
import { addressOf, fetchPage, Link, useInfiniteQuery } from '@kickoff/web';
import { useState } from 'react';

import { ListSkeleton } from '../../lists/ListSkeleton';
import { texts } from '../../texts';
import { POSTS, WITHOUT_READERS } from './api/posts-address';
import { PostTable } from './PostTable';
import { RemovePostDialog } from './RemovePostDialog';

const SHOWN = 10;

/** One fan's posts, newest first, each with a remove button. */
export function FanPosts({ fanId }: { fanId: string }) {
  const [removing, setRemoving] = useState<AdminPost>();
  const list = useInfiniteQuery({
    queryKey: [POSTS, 'of', fanId],
    initialPageParam: `${POSTS}?author=${fanId}&limit=${SHOWN}&${WITHOUT_READERS}`,
    queryFn: ({ pageParam, signal }) => fetchPage<AdminPost>(pageParam, { as: 'admin', signal }),
    getNextPageParam: ({ next }) => next,
  });
  const { data, isFetchNextPageError } = list;
  const hasFailed = list.isError && !isFetchNextPageError;
  const posts = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className="ko-card ko-mt-4" aria-label={texts.fan.postsLabel}>
      <div className="ko-sheet__head ko-head">
        <h2>{texts.fans.posts}</h2>
        <Link className="ko-link" to={`${addressOf('PostList')}?author=${fanId}`}>
          {texts.fan.searchPosts}
        </Link>
      </div>
      {hasFailed ? (
        <ErrorState text={texts.posts.failed} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <ListSkeleton /> : null}
      {data && posts.length === 0 ? <p className="ko-pad ko-none">{texts.fan.noPosts}</p> : null}
      {posts.length === 0 ? null : (
        <PostTable posts={posts} isStale={false} onRemove={setRemoving} />
      )}
      <ShowMore
        of={list}
        className="ko-pad"
        label={texts.fan.morePosts}
        failure={texts.posts.failed}
      />
      {removing ? (
        <RemovePostDialog post={removing} onClose={() => setRemoving(undefined)} />
      ) : null}
    </section>
  );
}
