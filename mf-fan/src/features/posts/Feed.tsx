import type { FeedScope } from '@kickoff/contracts';
import { Button } from '@kickoff/ui';
import type { ReactNode } from 'react';

import { useFeed } from './api/useFeed';
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
  const posts = useFeed(scope);
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
      <LivePosts scope={scope} readerId={readerId} />
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
