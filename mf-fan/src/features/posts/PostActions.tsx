import type { Post } from '@kickoff/contracts';
import { formatCount, Icon, icons, pluralText } from '@kickoff/ui';
import { useLazyComponent } from '@kickoff/web';
import { useRef, type RefObject } from 'react';

import { texts } from '../../texts';
import { useLikePost } from './api/useLikePost';

interface PostActionsProps {
  post: Post;
  readerId: string | undefined;
  isCommenting: boolean;
  commentButton: RefObject<HTMLButtonElement | null>;
  onComment: () => void;
}

const loadLikedBy = () => import(/* webpackChunkName: "post-parts" */ './LikedBy');

/** The like button, the likers and the comment button. */
export function PostActions({
  post,
  readerId,
  isCommenting,
  commentButton,
  onComment,
}: PostActionsProps) {
  const { toggleLike, fault } = useLikePost(post);
  const likedBy = useLazyComponent(loadLikedBy);
  const count = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className="ko-post__acts">
        <button
          className="ko-act ko-act--like"
          type="button"
          aria-pressed={post.liked}
          aria-label={texts.post.like}
          onClick={toggleLike}
        >
          <Icon icon={icons.heart} />
        </button>
        <button
          className="ko-act ko-act--count"
          type="button"
          aria-haspopup="dialog"
          aria-expanded={likedBy.isOpen}
          ref={count}
          onClick={likedBy.isOpen ? likedBy.close : likedBy.open}
        >
          {pluralText(texts.post.likes, post.likesCount, { count: formatCount(post.likesCount) })}
        </button>
        <button
          className="ko-act"
          type="button"
          aria-expanded={isCommenting}
          ref={commentButton}
          onClick={onComment}
        >
          <Icon icon={icons.messageCircle} />
          {texts.post.comment}
        </button>
        {post.commentsCount > 0 ? (
          <span className="ko-hint ko-num">
            {formatCount(post.commentsCount)}
            <span className="ko-sr">
              {' '}
              {pluralText(texts.comments.count, post.commentsCount, {})}
            </span>
          </span>
        ) : null}
        {likedBy.Component ? (
          <likedBy.Component
            postId={post._id}
            count={post.likesCount}
            readerId={readerId}
            opener={count}
            onClose={likedBy.close}
          />
        ) : null}
      </div>
      {fault === undefined ? null : (
        <p className="ko-error" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
