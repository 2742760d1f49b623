import { isBlank, type Story, STORY_REPLY_MAX_LENGTH } from '@kickoff/contracts';
import { Button, fillText } from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import { type OpenDraft, useDraft } from '@kickoff/web/drafts';
import { useId, useRef, useState, type FocusEvent, type SubmitEvent } from 'react';

import { formatSendError } from '../../send-error';
import { clearError, showError } from '../../show-error';
import { texts } from '../../texts';
import { replyToStory } from './api/replyToStory';
import styles from './StoryViewer.module.css';

interface StoryReplyProps {
  story: Story;
  readerId: string | undefined;
  /** Called with true while the story has to wait for its reader. */
  onTyping: (isTyping: boolean) => void;
  onSent: () => void;
}

/** The field of a reply to a story's author. Its text is stored on the device until it is sent. */
export function StoryReply({ story, readerId, onTyping, onSent }: StoryReplyProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const draft = useDraft(readerId, `story-reply:${story._id}`);
  const [fault, setFault] = useState<string>();
  const [isSent, setSent] = useState(false);
  const label = fillText(texts.story.replyTo, story.user);

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onTyping(draft.text !== '');
  };
  const action = `reply ${story._id}`;
  const { mutate, isPending } = useExclusiveMutation({
    mutationFn: (sent: OpenDraft) => replyToStory(story, sent),
    onMutate: () => clearError(action),
    onSuccess: (_, sent) => {
      sent.discard();
      // The viewer shows another story by now, or is closed.
      if (!input.current) return;
      setSent(true);
      onSent();
      // Last, because the field loses the focus while its text is still there.
      onTyping(false);
    },
    onError: (failure, sent) => {
      const reason = formatSendError(failure, texts.story.replySentBefore, sent.renewKey);
      if (input.current) {
        setFault(reason);
        return;
      }
      const text = fillText(texts.story.replyFailed, { username: story.user.username, reason });
      showError(action)(text);
    },
  });
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refusal = isBlank(draft.text) ? texts.story.emptyReply : undefined;
    setFault(refusal);
    input.current?.focus();
    if (refusal === undefined) mutate(draft);
  };
  return (
    <div className={styles.reply} onFocus={() => onTyping(true)} onBlur={leave}>
      <p role="status">{isSent ? texts.story.replySent : null}</p>
      {fault === undefined ? null : (
        <p className="ko-alert ko-alert--error" role="alert" id={`${id}fault`}>
          {fault}
        </p>
      )}
      <form onSubmit={send}>
        <label className="ko-sr" htmlFor={`${id}text`}>
          {label}
        </label>
        <input
          id={`${id}text`}
          ref={input}
          dir="auto"
          placeholder={label}
          autoComplete="off"
          maxLength={STORY_REPLY_MAX_LENGTH}
          value={draft.text}
          readOnly={isPending}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : `${id}fault`}
          onChange={(event) => {
            setSent(false);
            setFault(undefined);
            draft.write(event.target.value);
          }}
        />
        <Button className={styles.send} type="submit" look="primary" size="sm" busy={isPending}>
          {texts.actions.send}
        </Button>
      </form>
    </div>
  );
}
