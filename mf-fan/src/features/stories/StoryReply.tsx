import { isBlank, type Story, STORY_REPLY_MAX_LENGTH } from '@kickoff/contracts';
import { Button, errorMessage, fillText } from '@kickoff/ui';
import { useId, useRef, useState, type FocusEvent, type SubmitEvent } from 'react';

import { texts } from '../../texts';
import { replyToStory } from './api/replyToStory';
import styles from './StoryViewer.module.css';

const ROUND = { borderRadius: 'var(--r-full)' };

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
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [fault, setFault] = useState<string>();
  const label = fillText(texts.story.replyTo, story.user);

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onTyping(text !== '');
  };
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (isBlank(text)) {
      setFault(texts.story.emptyReply);
      input.current?.focus();
      return;
    }
    setFault(undefined);
    setBusy(true);
    try {
      await replyToStory(story, { text });
      setText('');
      setSent(true);
      onSent();
      // Last, because the field loses the focus while its text is still there.
      onTyping(false);
    } catch (failure) {
      setFault(errorMessage(failure));
      input.current?.focus();
    }
    setBusy(false);
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
          value={text}
          readOnly={isBusy}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : `${id}fault`}
          onChange={(event) => {
            setSent(false);
            setFault(undefined);
            setText(event.target.value);
          }}
        />
        <Button type="submit" look="primary" size="sm" busy={isBusy} style={ROUND}>
          {texts.actions.send}
        </Button>
      </form>
    </div>
  );
}
