import type { FeedScope } from '@kickoff/contracts';
import { Button } from '@kickoff/ui';
import type { ReactNode } from 'react';

import { feedOf } from './api/feed-posts';
import { usePostPages } from './api/post-pages';
import { LivePosts } from './LivePosts';
import { PostList } from './PostList';

interface FeedProps {
  /** Fixed for as long as it is drawn: each scope has its list and its place. */
  scope: FeedScope;
  onScope: (scope: FeedScope) => void;
  readerId: string | undefined;
  rails?: readonly ReactNode[];
}

/** The newest posts, of everyone or of those a fan follows. */
export function Feed({ scope, onScope, readerId, rails }: FeedProps) {
  const feed = feedOf(scope);
  const posts = usePostPages(feed);
  const texts =
    scope === 'everyone'
      ? { emptyText: 'No posts yet. Yours can be the first.' }
      : {
          emptyText: 'No posts by the fans you follow yet.',
          emptyAction: (
            <Button look="soft" onClick={() => onScope('everyone')}>
              Show everyone’s posts
            </Button>
          ),
        };
  return (
    <>
      <LivePosts source={feed} readerId={readerId} />
      <PostList
        label="Posts"
        posts={posts}
        readerId={readerId}
        {...texts}
        {...(rails ? { rails } : {})}
      />
    </>
  );
}
