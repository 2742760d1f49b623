import type { AdminPost } from '@kickoff/contracts';
import { ErrorState, fillText, formatCount, pluralText } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';
import { useState } from 'react';

import { POSTS, WITHOUT_READERS } from '../features/posts/api/posts-address';
import { POST_FILTERS, POST_FILTER_NAMES } from '../features/posts/post-filters';
import { PostTable } from '../features/posts/PostTable';
import { RemovePostDialog } from '../features/posts/RemovePostDialog';
import { EmptyList } from '../lists/EmptyList';
import { ListFilter } from '../lists/ListFilter';
import { ListSearch } from '../lists/ListSearch';
import { ListSkeleton } from '../lists/ListSkeleton';
import { Pager } from '../lists/Pager';
import { useListAddress } from '../lists/useListAddress';
import { useListPage } from '../lists/useListPage';
import { texts } from '../texts';

/** The list of all posts with search, removal and restoring. */
export default function PostListPage() {
  usePageTitle();
  const list = useListAddress(POST_FILTER_NAMES);
  const call = `${list.call}&${WITHOUT_READERS}`;
  const { data, error, isPlaceholderData, refetch } = useListPage<AdminPost>(POSTS, call);
  const [removing, setRemoving] = useState<AdminPost>();
  return (
    <>
      <h1>{texts.posts.title}</h1>
      <div className="ko-tools">
        <ListSearch
          list={list}
          label={texts.posts.searchLabel}
          placeholder={texts.posts.searchHint}
        />
        <ListFilter list={list} filters={POST_FILTERS} name="posts" />
        <span className="ko-num ko-hint" role="status">
          {data?.total === undefined
            ? ''
            : pluralText(texts.posts.count, data.total, { count: formatCount(data.total) })}
        </span>
      </div>
      {error ? (
        <ErrorState
          text={fillText(texts.posts.failedWithReason, { reason: error.message })}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <ListSkeleton /> : null}
      {data ? (
        <div className="ko-card">
          {data.items.length === 0 ? (
            <EmptyList list={list} text={texts.posts.empty} isStale={isPlaceholderData} />
          ) : (
            <>
              <PostTable posts={data.items} isStale={isPlaceholderData} onRemove={setRemoving} />
              <Pager list={list} shown={data} isStale={isPlaceholderData} />
            </>
          )}
        </div>
      ) : null}
      {removing ? (
        <RemovePostDialog post={removing} onClose={() => setRemoving(undefined)} />
      ) : null}
    </>
  );
}
