import type { Comment, Post } from '@kickoff/contracts';
import { countInDigits, ErrorState, Loading, ShowMore } from '@kickoff/ui';
import { usePart } from '@kickoff/web';
import { useEffect, useRef, useState, type ComponentType } from 'react';

import { loadReportDialog } from '../../parts/load-report-dialog';
import { useComments } from './api/useComments';
import { CommentLine } from './CommentLine';

/** Where a comment is written: tells what became of it, and whether nothing else has been written since. */
export interface CommentBoxProps {
  post: Post;
  readerId: string | undefined;
  onSent: (comment: Comment | undefined, isOver: boolean) => void;
}

interface PostCommentsProps {
  post: Post;
  now: number;
  readerId: string | undefined;
  /** Shows all from the beginning. */
  isWhole: boolean;
  /** Given while the reader writes a comment. */
  Box: ComponentType<CommentBoxProps> | undefined;
  onSent: () => void;
  /** A comment has gone, and what had the focus with it. */
  onDeleted: () => void;
}

const FAILURE = 'Failed to fetch comments';
/** How many comments a card shows unasked. */
const FIRST = 2;

const loadDeletion = () => import(/* webpackChunkName: "post-parts" */ './DeleteCommentDialog');

/** The first two comments of a post, all of them when asked for, and the place for another one. */
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
  // What the reader wrote just now shows at the end, wherever the list stops.
  const [fresh, setFresh] = useState<Comment[]>([]);
  const [chosen, setChosen] = useState<Comment>();
  const isLong = post.commentsCount > FIRST;
  const all = useComments(post._id, isOpen && isLong);
  const deletion = usePart(loadDeletion);
  const report = usePart(loadReportDialog);
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
  const isAsking = deletion.Part !== undefined;
  useEffect(() => {
    // Only once the dialog has gone, which keeps the focus inside.
    if (isAsking || !hasDeleted.current) return;
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
              postId={post._id}
              comment={comment}
              now={now}
              readerId={readerId}
              onDelete={
                readerId === comment.user._id || readerId === post.user._id
                  ? () => {
                      setChosen(comment);
                      deletion.open();
                    }
                  : undefined
              }
              onReport={() => {
                setChosen(comment);
                report.open();
              }}
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
          {isOpen ? 'Hide comments' : `Show all ${countInDigits(post.commentsCount)} comments`}
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
      {deletion.Part && chosen ? (
        <deletion.Part
          post={post}
          comment={chosen}
          onGone={() => forget(chosen)}
          onClose={deletion.close}
        />
      ) : null}
      {report.Part && chosen ? (
        <report.Part
          target={{
            type: 'comment',
            id: chosen._id,
            label: `the comment of ${chosen.user.username}`,
          }}
          onClose={report.close}
        />
      ) : null}
    </>
  );
}
