import { pluralText } from '@kickoff/ui';
import { useState } from 'react';

import { texts } from '../../texts';
import type { PostSource } from './api/post-pages';
import { useNewPosts } from './api/useNewPosts';
import { usePostChanges } from './api/usePostChanges';

/** The list to watch for new posts, and its reader; both omitted on a page without a list. */
export interface PostUpdatesProps {
  source?: PostSource;
  readerId?: string | undefined;
}

interface NewPostsProps {
  source: PostSource;
  readerId: string | undefined;
}

/** Shows the number of new posts and inserts them on request; the list never moves by itself. */
function NewPosts({ source, readerId }: NewPostsProps) {
  // The list is fixed, although its description is a new object on each render.
  const [list] = useState(source);
  const { count, show } = useNewPosts(list, readerId);
  const text = pluralText(texts.posts.new, count, { count: count > 99 ? '99+' : count });
  return (
    <div className="ko-newposts">
      {/* Announced once, whatever the count. */}
      <p className="ko-sr" role="status">
        {count > 0 ? texts.posts.hasNew : ''}
      </p>
      {count > 0 ? (
        <button className="ko-btn ko-btn--primary ko-btn--sm" type="button" onClick={show}>
          {text}
        </button>
      ) : null}
    </div>
  );
}

/** Applies live updates to the posts of a page. Default export, for a lazy chunk. */
export default function PostUpdates({ source, readerId }: PostUpdatesProps) {
  usePostChanges();
  return source ? <NewPosts source={source} readerId={readerId} /> : null;
}
