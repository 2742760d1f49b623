import type { Post } from '@kickoff/contracts';
import { Avatar, formatShortAge, Icon, icons, useFocusFallback } from '@kickoff/ui';
import { addressOf, Link, pictureAddress, useLazyComponent } from '@kickoff/web';
import { lazy, Suspense, useId, useRef, type ComponentType } from 'react';

import { texts } from '../../texts';
import type { AllCommentsProps } from './AllComments';
import { useDeletePost } from './api/useDeletePost';
import { FanLink } from './FanLink';
import { LazyAttachments } from './LazyAttachments';
import { openCommentBox } from './open-comment-box';
import { PostActions } from './PostActions';
import { PostComments } from './PostComments';
import { PostMatchLink } from './PostMatchLink';
import { PostMedia } from './PostMedia';
import { PostText } from './PostText';
import { useShared } from './shared-value';
import { useLazyForm } from './useLazyForm';
import { useMomentTitle } from './useMomentTitle';

export interface OwnActionsProps {
  onDelete: () => void;
}

interface PostCardProps {
  post: Post;
  now: number;
  /** Id of the reader; undefined while unknown. */
  readerId: string | undefined;
  /** Given on the post's own page, which shows the whole text and all comments. */
  Comments?: ComponentType<AllCommentsProps>;
  /** Rendered at the end of an own post's actions. */
  OwnActions?: ComponentType<OwnActionsProps> | undefined;
}

const loadMenu = () => import(/* webpackChunkName: "post-parts" */ './PostMenu');
const loadEditing = () => import(/* webpackChunkName: "post-parts" */ './EditPost');
// The chunk of the deletion, loaded before it is needed.
const LeavingNote = lazy(
  () => import(/* webpackChunkName: "post-parts" */ './PendingDeletionNotice'),
);
const loadBox = () => import(/* webpackChunkName: "post-parts" */ './CommentBox');

/** One post with all the reader's actions. */
export function PostCard({ post, now, readerId, Comments, OwnActions }: PostCardProps) {
  const authorId = useId();
  const card = useFocusFallback<HTMLElement>();
  const menuButton = useRef<HTMLButtonElement>(null);
  const commentButton = useRef<HTMLButtonElement>(null);
  const menu = useLazyComponent(loadMenu);
  const editing = useLazyComponent(loadEditing);
  const box = useLazyForm(loadBox);
  const isChosen = useShared(openCommentBox, (id) => id === post._id);
  const isCommenting = isChosen && (box.isLoading || box.Component !== undefined);
  const moment = useMomentTitle(post.createdAt);
  const { leaving, deletePost } = useDeletePost(post);
  const isOwn = post.user._id === readerId;
  const isGoing = leaving !== undefined && leaving.step !== 'refused';

  const focusMenuButton = () => menuButton.current?.focus();
  const toggleComment = () => {
    openCommentBox.set(isCommenting ? undefined : post._id);
    if (isCommenting) box.close();
    else box.open();
  };
  return (
    <article className="ko-post" aria-labelledby={authorId} ref={card}>
      <Avatar fan={post.user} picture={pictureAddress(post.user)} size={44} />
      <div className="ko-post__body">
        <div className="ko-post__head">
          <FanLink id={authorId} fan={post.user} readerId={readerId} />
          <Link
            className="ko-inherit-font"
            to={addressOf('Post', { postId: post._id })}
            {...moment}
          >
            <time dateTime={post.createdAt}>{formatShortAge(post.createdAt, now)}</time>
          </Link>
          {post.edited ? <span className="ko-hint">{texts.post.edited}</span> : null}
          <button
            className="ko-icbtn ko-icbtn--sm"
            type="button"
            aria-label={texts.post.options}
            aria-haspopup="menu"
            aria-expanded={menu.isOpen}
            ref={menuButton}
            onClick={menu.isOpen ? menu.close : menu.open}
          >
            <Icon icon={icons.ellipsis} />
          </button>
        </div>
        {post.match ? <PostMatchLink match={post.match} /> : null}
        {editing.Component ? (
          <editing.Component
            post={post}
            onClose={() => {
              editing.close();
              focusMenuButton();
            }}
          />
        ) : (
          <div style={isGoing ? { opacity: 0.7 } : undefined}>
            {post.text === '' ? null : (
              <PostText key={post.text} text={post.text} isWhole={Comments !== undefined} />
            )}
            <PostMedia post={post} />
            {post.poll || post.quote || post.spoiler ? (
              <LazyAttachments
                post={post}
                now={now}
                readerId={readerId}
                isListed={Comments === undefined}
              />
            ) : null}
          </div>
        )}
        {isGoing ? (
          <Suspense fallback={null}>
            <LeavingNote postId={post._id} deletion={leaving} fallback={menuButton} />
          </Suspense>
        ) : null}
        {isGoing || post.spoiler ? null : (
          <>
            <PostActions
              post={post}
              readerId={readerId}
              isCommenting={isCommenting}
              commentButton={commentButton}
              onComment={toggleComment}
            />
            {isOwn && OwnActions ? <OwnActions onDelete={deletePost} /> : null}
            {leaving?.step === 'refused' ? (
              <p className="ko-error" role="alert">
                {leaving.fault}
              </p>
            ) : null}
            <PostComments
              post={post}
              now={now}
              readerId={readerId}
              Whole={Comments}
              box={isCommenting ? box : undefined}
              onSent={() => {
                openCommentBox.set(undefined);
                box.close();
                commentButton.current?.focus();
              }}
              onDeleted={() => commentButton.current?.focus()}
            />
          </>
        )}
      </div>
      {menu.Component ? (
        <menu.Component
          post={post}
          readerId={readerId}
          opener={menuButton}
          onClose={menu.close}
          onEdit={editing.open}
          onDelete={deletePost}
        />
      ) : null}
    </article>
  );
}
