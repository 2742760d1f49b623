import type { Post } from '@kickoff/contracts';
import { useNow } from '@kickoff/web';

import { PostCard } from './PostCard';

interface FoundPostsProps {
  posts: readonly Post[];
  readerId: string | undefined;
}

/** The first few posts of a search. */
export function FoundPosts({ posts, readerId }: FoundPostsProps) {
  const now = useNow();
  return posts.map((post, index) => (
    <div key={post._id} data-row={post._id} className={index > 0 ? 'ko-feedrow' : undefined}>
      <PostCard post={post} now={now} readerId={readerId} />
    </div>
  ));
}
