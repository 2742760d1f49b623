import { isBlank, MESSAGES, POST_TEXT_MAX_LENGTH, type Post } from '@kickoff/contracts';
import { Button, errorMessage, FormAlert } from '@kickoff/ui';
import { useDraft } from '@kickoff/web/drafts';
import clsx from 'clsx';
import { useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';

import { texts } from '../../texts';
import { useEditPost } from './api/useEditPost';
import { EmojiButton } from './emoji/EmojiButton';
import { lengthFault } from './text-length';
import { CharacterCount } from './CharacterCount';
import styles from './post-form.module.css';

interface EditPostProps {
  post: Post;
  onClose: () => void;
}

/** Edits the text of an own post in place. The text is stored on the device until it is saved. */
export default function EditPost({ post, onClose }: EditPostProps) {
  const id = useId();
  const draft = useDraft(post.user._id, `edit:${post._id}`);
  const [isTouched, setTouched] = useState(false);
  const text = isTouched || draft.text !== '' ? draft.text : post.text;
  const editPost = useEditPost();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const textArea = useRef<HTMLTextAreaElement>(null);
  const hasMedia = post.image !== undefined || post.video !== undefined;

  const write = (next: string) => {
    setFault(undefined);
    setTouched(true);
    draft.write(next);
  };
  const close = () => {
    draft.discard();
    onClose();
  };
  const leave = () => {
    // A request in flight would still be applied.
    if (!isBusy) close();
  };
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const refusal =
      isBlank(text) && !hasMedia
        ? MESSAGES.emptyPost
        : lengthFault(texts.composer.tooLong, text, POST_TEXT_MAX_LENGTH);
    setFault(refusal);
    textArea.current?.focus();
    if (refusal !== undefined) return;
    setBusy(true);
    try {
      await editPost(post, text);
      close();
    } catch (failure) {
      setFault(errorMessage(failure));
      setBusy(false);
    }
  };
  const leaveByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
  };
  return (
    <form className={clsx(styles.form, 'ko-mt-2')} onSubmit={save}>
      <label className="ko-sr" htmlFor={`${id}text`}>
        {texts.post.formName}
      </label>
      <textarea
        id={`${id}text`}
        ref={textArea}
        dir="auto"
        autoFocus
        value={text}
        readOnly={isBusy}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={`${id}fault ${id}room`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={leaveByEscape}
      />
      {fault === undefined ? null : <FormAlert kind="error" id={`${id}fault`} text={fault} />}
      <div className={styles.bar}>
        <EmojiButton field={textArea} text={text} onWrite={write} />
        <CharacterCount id={`${id}room`} text={text} maxLength={POST_TEXT_MAX_LENGTH} />
        <Button look="line" onClick={leave}>
          {texts.actions.cancel}
        </Button>
        <Button type="submit" look="primary" busy={isBusy}>
          {texts.actions.save}
        </Button>
      </div>
    </form>
  );
}
