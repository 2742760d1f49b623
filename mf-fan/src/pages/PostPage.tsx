import { EmptyState, ErrorState } from '@kickoff/ui';
import { addressOf, Link, type PageProps, useNow, useOwnProfile, usePageTitle } from '@kickoff/web';

import { usePost } from '../features/posts/api/usePost';
import { LazyPostUpdates } from '../features/posts/LazyPostUpdates';
import { PostCard } from '../features/posts/PostCard';
import { PostSkeletons } from '../features/posts/PostSkeletons';

/** One post with all its comments. */
export default function PostPage({ params }: PageProps) {
  const { data: me } = useOwnProfile();
  const { data: post, isPending, isError, refetch } = usePost(params['postId'] ?? '');
  const now = useNow();
  usePageTitle(post ? `Post of ${post.user.username}` : undefined);
  return (
    <div className="ko-page">
      <h1 className="ko-sr">{post ? `Post of ${post.user.username}` : 'Post'}</h1>
      <LazyPostUpdates />
      <section className="ko-sheet" aria-label="Post" tabIndex={-1}>
        {isPending ? <PostSkeletons /> : null}
        {isError && !post ? (
          <ErrorState text="Failed to fetch posts" onRetry={() => void refetch()} />
        ) : null}
        {post === null ? (
          <>
            <EmptyState text="This post is not there, or not any more." />
            <p className="ko-feedend">
              <Link className="ko-btn ko-btn--soft" to={addressOf('Home')}>
                See the newest posts
              </Link>
            </p>
          </>
        ) : null}
        {post ? <PostCard post={post} now={now} readerId={me?._id} isWhole /> : null}
      </section>
    </div>
  );
}
