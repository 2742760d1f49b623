import type { Comment } from '@kickoff/contracts';
import { ErrorState, Loading, ShowMore } from '@kickoff/ui';
import type { ReactNode } from 'react';

import { texts } from '../../texts';
import { useComments } from './api/useComments';

export interface AllCommentsProps {
  postId: string;
  /** Shown until all are there. */
  preview: readonly Comment[];
  renderList: (comments: readonly Comment[]) => ReactNode;
}

/** All comments of a post, page by page. Default export, for a lazy chunk. */
export default function AllComments({ postId, preview, renderList }: AllCommentsProps) {
  const all = useComments(postId, true);
  return (
    <>
      {renderList(all.data?.pages.flatMap(({ items }) => items) ?? preview)}
      {all.isPending ? <Loading /> : null}
      {all.isError && !all.isFetchNextPageError ? (
        <ErrorState text={texts.comments.failed} onRetry={() => void all.refetch()} />
      ) : null}
      {all.data ? (
        <ShowMore
          of={all}
          label={texts.comments.showMore}
          size="sm"
          failure={texts.comments.failed}
        />
      ) : null}
    </>
  );
}
