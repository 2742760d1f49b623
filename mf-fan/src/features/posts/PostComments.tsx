import type { Comment, Post } from '@kickoff/contracts';
import { formatCount, ErrorState, Loading, ShowMore } from '@kickoff/ui';
import { useEffect, useRef, useState, type ComponentType } from 'react';

import { useComments } from './api/useComments';
import { CommentLine } from './CommentLine';

/** The form of a comment. Its callback reports the comment, and whether the draft is empty. */
export interface CommentBoxProps {
  post: Post;
  readerId: string | undefined;
  onSent: (comment: Comment | undefined, isOver: boolean) => void;
}

interface PostCommentsProps {
  post: Post;
  now: number;
  readerId: string | undefined;
  /** Shows all comments initially. */
  isWhole: boolean;
  /** The comment form, while it is open. */
  Box: ComponentType<CommentBoxProps> | undefined;
  onSent: () => void;
  /** Called when a comment with the focus has been removed. */
  onDeleted: () => void;
}

const FAILURE = 'Failed to fetch comments';
/** Number of comments a card shows initially. */
const FIRST = 2;

/** The first two comments of a post, or all on request, and the comment form. */
export function PostComments({
  post,
  now,
  readerId,
  isWhole,
  Box,
  onSent,
  onDeleted,
}: PostCommentsProps) {
  const [isOpen, setOpen] = useState(isWhole);
  // The reader's new comment is shown at the end, even if the list is truncated before it.
  const [fresh, setFresh] = useState<Comment[]>([]);
  const isLong = post.commentsCount > FIRST;
  const all = useComments(post._id, isOpen && isLong);
  const hasDeleted = useRef(false);

  const loaded = isOpen && isLong ? all.data?.pages.flatMap(({ items }) => items) : undefined;
  const listed = loaded ?? post.comments.slice(0, FIRST);
  const added = fresh.filter(({ _id }) => !listed.some((comment) => comment._id === _id));
  const shown = [...listed, ...added];
  const toggleAll = () => {
    setFresh([]);
    setOpen(!isOpen);
  };
  const forget = ({ _id }: Comment) => {
    hasDeleted.current = true;
    setFresh(fresh.filter((comment) => comment._id !== _id));
  };
  useEffect(() => {
    // After the dialog has closed, because it traps the focus.
    if (!hasDeleted.current) return;
    hasDeleted.current = false;
    onDeleted();
  });
  return (
    <>
      {shown.length > 0 ? (
        <ul className="ko-comments" aria-label="Comments">
          {shown.map((comment) => (
            <CommentLine
              key={comment._id}
              post={post}
              comment={comment}
              now={now}
              readerId={readerId}
              onGone={() => forget(comment)}
            />
          ))}
        </ul>
      ) : null}
      {isOpen && isLong && all.isPending ? <Loading /> : null}
      {isOpen && all.isError && !all.isFetchNextPageError ? (
        <ErrorState text={FAILURE} onRetry={() => void all.refetch()} />
      ) : null}
      {isOpen && isLong && all.data ? (
        <ShowMore of={all} label="Show more comments" size="sm" failure={FAILURE} />
      ) : null}
      {isLong ? (
        <button
          className="ko-link ko-link--quiet"
          type="button"
          aria-expanded={isOpen}
          onClick={toggleAll}
        >
          {isOpen ? 'Hide comments' : `Show all ${formatCount(post.commentsCount)} comments`}
        </button>
      ) : null}
      {Box ? (
        <Box
          post={post}
          readerId={readerId}
          onSent={(comment, isOver) => {
            if (comment) setFresh((others) => [...others, comment]);
            if (isOver) onSent();
          }}
        />
      ) : null}
    </>
  );
}
