import { codePointLength, isBlank, POST_TEXT_MAX_LENGTH } from '@kickoff/contracts';
import { Button, errorMessage, fillText, formatCount } from '@kickoff/ui';
import { CallFailure, useExclusiveMutation } from '@kickoff/web';
import { type OpenDraft, useDraft } from '@kickoff/web/drafts';
import { useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';

import { texts } from '../../texts';
import { usePostInThread } from './api/usePostInThread';
import styles from './ThreadComposer.module.css';

interface ThreadComposerProps {
  matchId: string;
  /** Undefined while unknown: the draft has no owner yet. */
  readerId: string | undefined;
  /** With the clock of the match. */
  label: string;
  onPosted: () => void;
}

function firstFault(text: string): string | undefined {
  if (isBlank(text)) return texts.composer.blank;
  return codePointLength(text.normalize('NFC')) > POST_TEXT_MAX_LENGTH
    ? fillText(texts.composer.tooLong, { count: formatCount(POST_TEXT_MAX_LENGTH) })
    : undefined;
}

const isKeyReused = (failure: unknown) =>
  failure instanceof CallFailure && failure.message.includes('Idempotency-Key');

/**
 * The form of a post in the thread, at the lower edge of the screen. Its text is stored on the device
 * until it is published.
 */
export function ThreadComposer({ matchId, readerId, label, onPosted }: ThreadComposerProps) {
  const id = useId();
  const draft = useDraft(readerId, `thread:${matchId}`);
  const post = usePostInThread(matchId);
  const [fault, setFault] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const write = (text: string) => {
    setFault(undefined);
    draft.write(text);
  };
  const { mutate, isPending } = useExclusiveMutation({
    mutationFn: (sent: OpenDraft) => post(sent),
    onSuccess: (_, sent) => {
      sent.discard();
      onPosted();
    },
    onError: (failure, sent) => {
      // An earlier version of this text has arrived: the server refuses its key for another text.
      if (isKeyReused(failure)) sent.renewKey();
      setFault(isKeyReused(failure) ? texts.composer.alreadyPublished : errorMessage(failure));
    },
  });
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refusal = firstFault(draft.text);
    setFault(refusal);
    field.current?.focus();
    if (refusal === undefined) mutate(draft);
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form className={styles.form} ref={form} onSubmit={send}>
      <div className={styles.box}>
        <label className="ko-sr" htmlFor={`${id}text`}>
          {texts.composer.label}
        </label>
        <textarea
          id={`${id}text`}
          ref={field}
          rows={1}
          dir="auto"
          placeholder={texts.composer.placeholder}
          value={draft.text}
          readOnly={isPending}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={`${id}fault`}
          onChange={(event) => write(event.target.value)}
          onKeyDown={sendOnEnter}
        />
        <Button type="submit" look="primary" busy={isPending} className={styles.post}>
          {label}
        </Button>
      </div>
      {fault === undefined ? null : (
        <p className="ko-error" role="alert" id={`${id}fault`}>
          {fault}
        </p>
      )}
    </form>
  );
}
