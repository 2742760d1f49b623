import { Button, EmptyState, ErrorState } from '@kickoff/ui';
import { addressOf, Link, type PageProps, useNow, useOwnProfile, usePageTitle } from '@kickoff/web';
import clsx from 'clsx';
import { useRef, useState } from 'react';

import AllComments from '../features/posts/AllComments';
import { usePost } from '../features/posts/api/usePost';
import { LazyPostUpdates } from '../features/posts/LazyPostUpdates';
import { LinkedComment } from '../features/posts/LinkedComment';
import { PostCard } from '../features/posts/PostCard';
import { PostSkeletons } from '../features/posts/PostSkeletons';
import styles from './PostPage.module.css';

/** One post with all its comments. */
export default function PostPage({ params }: PageProps) {
  const { data: me } = useOwnProfile();
  const { data: post, isPending, isError, refetch } = usePost(params['postId'] ?? '');
  const now = useNow();
  const [unmutedId, setUnmutedId] = useState<string>();
  const section = useRef<HTMLElement>(null);
  usePageTitle(post ? `Post of ${post.user.username}` : undefined);
  const isHidden = post?.mutedWord === true && unmutedId !== post._id;
  return (
    <div className="ko-page ko-narrow">
      <h1 className="ko-sr">{post ? `Post of ${post.user.username}` : 'Post'}</h1>
      <LazyPostUpdates />
      <section
        className={clsx('ko-sheet', styles.post)}
        aria-label="Post"
        tabIndex={-1}
        ref={section}
      >
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
        {isHidden ? (
          <EmptyState text="Hidden by a word you muted">
            <Button
              look="soft"
              onClick={() => {
                setUnmutedId(post._id);
                section.current?.focus({ preventScroll: true });
              }}
            >
              Show
            </Button>
          </EmptyState>
        ) : null}
        {post && !isHidden ? (
          <>
            <PostCard post={post} now={now} readerId={me?._id} Comments={AllComments} />
            <LinkedComment post={post} />
          </>
        ) : null}
      </section>
    </div>
  );
}
