import { Button, EmptyState, ErrorState, fillText } from '@kickoff/ui';
import { addressOf, Link, type PageProps, useNow, useOwnProfile, usePageTitle } from '@kickoff/web';
import clsx from 'clsx';
import { useRef, useState } from 'react';

import AllComments from '../features/posts/AllComments';
import { usePost } from '../features/posts/api/usePost';
import { LazyPostUpdates } from '../features/posts/LazyPostUpdates';
import { LinkedComment } from '../features/posts/LinkedComment';
import { PostCard } from '../features/posts/PostCard';
import { PostSkeletons } from '../features/posts/PostSkeletons';
import { texts } from '../texts';
import styles from './PostPage.module.css';

/** One post with all its comments. */
export default function PostPage({ params }: PageProps) {
  const { data: me } = useOwnProfile();
  const { data: post, isPending, isError, refetch } = usePost(params['postId'] ?? '');
  const now = useNow();
  const [unmutedId, setUnmutedId] = useState<string>();
  const section = useRef<HTMLElement>(null);
  const title = post ? fillText(texts.post.title, post.user) : undefined;
  usePageTitle(title);
  const isHidden = post?.mutedWord === true && unmutedId !== post._id;
  return (
    <div className="ko-page ko-narrow">
      <h1 className="ko-sr">{title ?? texts.post.name}</h1>
      <LazyPostUpdates />
      <section
        className={clsx('ko-sheet', styles.post)}
        aria-label={texts.post.name}
        tabIndex={-1}
        ref={section}
      >
        {isPending ? <PostSkeletons /> : null}
        {isError && !post ? (
          <ErrorState text={texts.posts.failed} onRetry={() => void refetch()} />
        ) : null}
        {post === null ? (
          <>
            <EmptyState text={texts.post.gone} />
            <p className="ko-feedend">
              <Link className="ko-btn ko-btn--soft" to={addressOf('Home')}>
                {texts.posts.newest}
              </Link>
            </p>
          </>
        ) : null}
        {isHidden ? (
          <EmptyState text={texts.post.hidden}>
            <Button
              look="soft"
              onClick={() => {
                setUnmutedId(post._id);
                section.current?.focus({ preventScroll: true });
              }}
            >
              {texts.post.show}
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
