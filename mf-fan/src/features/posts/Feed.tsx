import type { FeedScope } from '@kickoff/contracts';
import { Button } from '@kickoff/ui';
import type { ReactNode } from 'react';

import { texts } from '../../texts';
import { feedOf } from './api/feed-posts';
import { usePostPages } from './api/post-pages';
import { LazyPostUpdates } from './LazyPostUpdates';
import { PostList } from './PostList';
import { PostSkeletons } from './PostSkeletons';

interface FeedProps {
  /** Must not change while mounted: each scope has its own list and scroll position. */
  scope: FeedScope;
  onScope: (scope: FeedScope) => void;
  readerId: string | undefined;
  /** Fetches the posts but shows none yet, because what comes above them is still unknown. */
  isHeld?: boolean;
  rails?: readonly ReactNode[];
}

/** The newest posts, of everyone or of followed fans. */
export function Feed({ scope, onScope, readerId, isHeld = false, rails }: FeedProps) {
  const feed = feedOf(scope);
  const posts = usePostPages(feed);
  if (isHeld) {
    return (
      <section aria-label={texts.posts.title} aria-busy="true">
        <PostSkeletons />
      </section>
    );
  }
  const empty =
    scope === 'everyone'
      ? { emptyText: texts.posts.none }
      : {
          emptyText: texts.posts.noneOfFollowed,
          emptyAction: (
            <Button look="soft" onClick={() => onScope('everyone')}>
              {texts.posts.showEveryones}
            </Button>
          ),
        };
  return (
    <>
      <LazyPostUpdates source={feed} readerId={readerId} />
      <PostList
        label={texts.posts.title}
        posts={posts}
        readerId={readerId}
        {...empty}
        {...(rails ? { rails } : {})}
      />
    </>
  );
}
