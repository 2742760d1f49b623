import { COMMENT_MAX_LENGTH, isBlank } from '@kickoff/contracts';
import { Button, fillText } from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import { type OpenDraft, useDraft } from '@kickoff/web/drafts';
import { useId, useRef, useState, type SubmitEvent } from 'react';

import { CharacterCount } from '../../parts/CharacterCount';
import { lengthFault } from '../../parts/text-length';
import { formatSendError } from '../../send-error';
import { clearError, showError } from '../../show-error';
import { texts } from '../../texts';
import { useAddComment } from './api/useAddComment';
import { EmojiButton } from './emoji/EmojiButton';
import { openCommentBox } from './open-comment-box';
import type { CommentBoxProps } from './PostComments';
import { useEarlyText } from './useEarlyText';
import styles from './CommentBox.module.css';

function firstFault(text: string): string | undefined {
  if (isBlank(text)) return texts.comments.empty;
  return lengthFault(texts.comments.tooLong, text, COMMENT_MAX_LENGTH);
}

/** The form of a comment. Its text is stored on the device until it is published. */
export default function CommentBox({ post, readerId, onSent, ...early }: CommentBoxProps) {
  const id = useId();
  const draft = useDraft(readerId, `comment:${post._id}`);
  useEarlyText(draft, early);
  const addComment = useAddComment(post, readerId);
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const write = (text: string) => {
    setFault(undefined);
    draft.write(text);
  };
  const action = `comment ${post._id}`;
  const { mutate, isPending } = useExclusiveMutation({
    mutationFn: (sent: OpenDraft) => addComment(sent),
    onMutate: () => clearError(action),
    onSuccess: (comment, sent) => {
      const isOver = sent.discard();
      // By now the open form may be that of another post.
      onSent(comment, isOver && openCommentBox.get() === post._id);
    },
    onError: (failure, sent) => {
      const reason = formatSendError(failure, texts.comments.sentBefore, sent.renewKey);
      if (input.current) setFault(reason);
      else showError(action)(fillText(texts.comments.notPublished, { reason }));
    },
  });
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refusal = firstFault(draft.text);
    setFault(refusal);
    input.current?.focus();
    if (refusal === undefined) mutate(draft);
  };
  return (
    <>
      <form className={styles.box} onSubmit={send}>
        <label className="ko-sr" htmlFor={`${id}text`}>
          {texts.comments.write}
        </label>
        <input
          id={`${id}text`}
          ref={input}
          dir="auto"
          placeholder={texts.comments.write}
          autoComplete="off"
          autoFocus
          value={draft.text}
          readOnly={isPending}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={`${id}fault ${id}room`}
          onChange={(event) => write(event.target.value)}
        />
        <CharacterCount id={`${id}room`} text={draft.text} maxLength={COMMENT_MAX_LENGTH} />
        <EmojiButton field={input} text={draft.text} onWrite={write} />
        <Button className={styles.send} type="submit" look="primary" size="sm" busy={isPending}>
          {texts.actions.send}
        </Button>
      </form>
      {fault === undefined ? null : (
        <p className="ko-error" role="alert" id={`${id}fault`}>
          {fault}
        </p>
      )}
    </>
  );
}
