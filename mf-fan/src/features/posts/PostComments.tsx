import type { Comment, Post } from '@kickoff/contracts';
import { fillText, formatCount } from '@kickoff/ui';
import { useLazyComponent } from '@kickoff/web';
import { useEffect, useRef, useState, type ComponentType } from 'react';

import { texts } from '../../texts';
import type { AllCommentsProps } from './AllComments';
import { CommentLine } from './CommentLine';
import type { EarlyTextProps } from './useEarlyText';

/** The form of a comment. Its callback reports the comment, and whether the form closes. */
export interface CommentBoxProps extends EarlyTextProps {
  post: Post;
  readerId: string | undefined;
  onSent: (comment: Comment | undefined, isOver: boolean) => void;
}

interface PostCommentsProps {
  post: Post;
  now: number;
  readerId: string | undefined;
  /** Shows all comments initially, by this component. */
  Whole: ComponentType<AllCommentsProps> | undefined;
  /** The comment form, while it is open; without `Component` while its code loads. */
  box: { Component: ComponentType<CommentBoxProps> | undefined } | undefined;
  onSent: () => void;
  /** Called when a comment with the focus has been removed. */
  onDeleted: () => void;
}

const loadAll = () => import(/* webpackChunkName: "post-parts" */ './AllComments');

/** Number of comments a card shows initially. */
const FIRST = 2;

/** The first two comments of a post, or all on request, and the comment form. */
export function PostComments({
  post,
  now,
  readerId,
  Whole,
  box,
  onSent,
  onDeleted,
}: PostCommentsProps) {
  const [isClosed, setClosed] = useState(false);
  const all = useLazyComponent(loadAll);
  // The reader's new comment is shown at the end, even if the list is truncated before it.
  const [fresh, setFresh] = useState<Comment[]>([]);
  const [earlyText, setEarlyText] = useState('');
  const hasDeleted = useRef(false);
  const isLong = post.commentsCount > FIRST;
  const WholeUntilClosed = isClosed ? undefined : Whole;
  const All = isLong ? (all.Component ?? WholeUntilClosed) : undefined;

  const toggleAll = () => {
    setFresh([]);
    setClosed(true);
    if (All) all.close();
    else all.open();
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
  const preview = post.comments.slice(0, FIRST);
  const renderList = (listed: readonly Comment[]) => {
    const added = fresh.filter(({ _id }) => !listed.some((comment) => comment._id === _id));
    const shown = [...listed, ...added];
    return shown.length > 0 ? (
      <ul className="ko-comments" aria-label={texts.comments.name}>
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
    ) : null;
  };
  return (
    <>
      {All ? (
        <All postId={post._id} preview={preview} renderList={renderList} />
      ) : (
        renderList(preview)
      )}
      {isLong ? (
        <button
          className="ko-link ko-link--quiet"
          type="button"
          aria-expanded={All !== undefined}
          onClick={toggleAll}
        >
          {All
            ? texts.comments.hide
            : fillText(texts.comments.showAll, { count: formatCount(post.commentsCount) })}
        </button>
      ) : null}
      {box?.Component ? (
        <box.Component
          post={post}
          readerId={readerId}
          earlyText={earlyText}
          onEarlyText={setEarlyText}
          onSent={(comment, isOver) => {
            if (comment) setFresh((others) => [...others, comment]);
            if (isOver) onSent();
          }}
        />
      ) : null}
      {box && !box.Component ? (
        <input
          className="ko-input ko-mt-2"
          aria-label={texts.post.comment}
          dir="auto"
          autoComplete="off"
          autoFocus
          value={earlyText}
          onChange={(event) => setEarlyText(event.target.value)}
        />
      ) : null}
    </>
  );
}
