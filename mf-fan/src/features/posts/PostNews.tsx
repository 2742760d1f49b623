import type { FeedScope } from '@kickoff/contracts';

import { useNewPosts } from './api/useNewPosts';
import { usePostChanges } from './api/usePostChanges';

/** Of which feed new posts are told, and who reads it; neither where there is no feed. */
export interface PostNewsProps {
  scope?: FeedScope;
  readerId?: string | undefined;
}

interface NewPostsProps {
  scope: FeedScope;
  readerId: string | undefined;
}

/** Says how many posts are new, and shows them when it is asked to; the feed never moves by itself. */
function NewPosts({ scope, readerId }: NewPostsProps) {
  const { count, show } = useNewPosts(scope, readerId);
  const text = count === 1 ? '1 new post' : `${count > 99 ? '99+' : count} new posts`;
  return (
    <div className="ko-newposts">
      {/* Said once, however many there come to be. */}
      <p className="ko-sr" role="status">
        {count > 0 ? 'There are new posts.' : ''}
      </p>
      {count > 0 ? (
        <button className="ko-btn ko-btn--primary ko-btn--sm" type="button" onClick={show}>
          {text}
        </button>
      ) : null}
    </div>
  );
}

/** What happens to posts while their page is open. The default export, for a lazy chunk. */
export default function PostNews({ scope, readerId }: PostNewsProps) {
  usePostChanges();
  return scope ? <NewPosts scope={scope} readerId={readerId} /> : null;
}
