import { useState } from 'react';

import type { PostSource } from './api/post-pages';
import { useNewPosts } from './api/useNewPosts';
import { usePostChanges } from './api/usePostChanges';

/** Of which list new posts are told, and who reads it; neither where there is no list. */
export interface PostNewsProps {
  source?: PostSource;
  readerId?: string | undefined;
}

interface NewPostsProps {
  source: PostSource;
  readerId: string | undefined;
}

/** Says how many posts are new, and shows them when it is asked to; the list never moves by itself. */
function NewPosts({ source, readerId }: NewPostsProps) {
  // The same list for as long as it is drawn, described anew each time.
  const [list] = useState(source);
  const { count, show } = useNewPosts(list, readerId);
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
export default function PostNews({ source, readerId }: PostNewsProps) {
  usePostChanges();
  return source ? <NewPosts source={source} readerId={readerId} /> : null;
}
