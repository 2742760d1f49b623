import { isBlank, type Story, STORY_REPLY_MAX_LENGTH } from '@kickoff/contracts';
import { Button, errorMessage, fillText } from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import { useId, useRef, useState, type FocusEvent, type SubmitEvent } from 'react';

import { texts } from '../../texts';
import { replyToStory } from './api/replyToStory';
import styles from './StoryViewer.module.css';

interface StoryReplyProps {
  story: Story;
  /** Called with true while the story has to wait for its reader. */
  onTyping: (isTyping: boolean) => void;
  onSent: () => void;
}

/** The field of a reply to a story's author. On failure the typed text stays. */
export function StoryReply({ story, onTyping, onSent }: StoryReplyProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isSent, setSent] = useState(false);
  const label = fillText(texts.story.replyTo, story.user);

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onTyping(text !== '');
  };
  const { mutate, isPending, error, reset } = useExclusiveMutation({
    mutationFn: async (reply: string) => {
      if (isBlank(reply)) throw new Error(texts.story.emptyReply);
      await replyToStory(story, { text: reply });
    },
    onSuccess: () => {
      setText('');
      setSent(true);
      onSent();
      // Last, because the field loses the focus while its text is still there.
      onTyping(false);
    },
    onError: () => input.current?.focus(),
  });
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(text);
  };
  return (
    <div className={styles.reply} onFocus={() => onTyping(true)} onBlur={leave}>
      <p role="status">{isSent ? texts.story.replySent : null}</p>
      {error ? (
        <p className="ko-alert ko-alert--error" role="alert" id={`${id}fault`}>
          {errorMessage(error)}
        </p>
      ) : null}
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
          value={text}
          readOnly={isPending}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}fault` : undefined}
          onChange={(event) => {
            setSent(false);
            reset();
            setText(event.target.value);
          }}
        />
        <Button className={styles.send} type="submit" look="primary" size="sm" busy={isPending}>
          {texts.actions.send}
        </Button>
      </form>
    </div>
  );
}
