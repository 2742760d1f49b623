import type { Post } from '@kickoff/contracts';
import { countInDigits, Icon, icons } from '@kickoff/ui';
import { usePart } from '@kickoff/web';
import { useRef, type RefObject } from 'react';

import { useLikePost } from './api/useLikePost';

interface PostActionsProps {
  post: Post;
  readerId: string | undefined;
  isCommenting: boolean;
  commentButton: RefObject<HTMLButtonElement>;
  onComment: () => void;
}

function likesInWords(count: number): string {
  return count === 1 ? '1 like' : `${countInDigits(count)} likes`;
}

const loadLikedBy = () => import(/* webpackChunkName: "post-parts" */ './LikedBy');

/** Like, who likes it, and the way to a comment. */
export function PostActions({
  post,
  readerId,
  isCommenting,
  commentButton,
  onComment,
}: PostActionsProps) {
  const { toggleLike, fault } = useLikePost(post);
  const likedBy = usePart(loadLikedBy);
  const count = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className="ko-post__acts">
        <button
          className="ko-act ko-act--like"
          type="button"
          aria-pressed={post.liked}
          aria-label="Like"
          onClick={() => void toggleLike()}
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
          {likesInWords(post.likesCount)}
        </button>
        <button
          className="ko-act"
          type="button"
          aria-expanded={isCommenting}
          ref={commentButton}
          onClick={onComment}
        >
          <Icon icon={icons.messageCircle} />
          Comment
        </button>
        {likedBy.Part ? (
          <likedBy.Part
            postId={post._id}
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
