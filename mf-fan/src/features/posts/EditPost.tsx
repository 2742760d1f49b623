import { isBlank, MESSAGES, POST_TEXT_MAX_LENGTH, type Post } from '@kickoff/contracts';
import { Button, errorMessage, fillText, FormAlert } from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import { type OpenDraft, useDraft } from '@kickoff/web/drafts';
import clsx from 'clsx';
import { useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';

import { CharacterCount } from '../../parts/CharacterCount';
import { lengthFault } from '../../parts/text-length';
import { clearError, showError } from '../../show-error';
import { texts } from '../../texts';
import { useEditPost } from './api/useEditPost';
import { EmojiButton } from './emoji/EmojiButton';
import { submitOnCtrlEnter } from './submit-on-ctrl-enter';
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
  const textArea = useRef<HTMLTextAreaElement>(null);
  const close = (shown: OpenDraft) => {
    shown.discard();
    onClose();
  };
  const action = `edit ${post._id}`;
  const hasMedia = post.image !== undefined || post.video !== undefined;

  const { mutate, isPending, error, reset } = useExclusiveMutation({
    mutationFn: async (sent: { text: string; draft: OpenDraft }) => {
      const refusal =
        isBlank(sent.text) && !hasMedia
          ? MESSAGES.emptyPost
          : lengthFault(texts.composer.tooLong, sent.text, POST_TEXT_MAX_LENGTH);
      if (refusal !== undefined) throw new Error(refusal);
      await editPost(post, sent.text);
    },
    onMutate: () => clearError(action),
    onSuccess: (_, sent) => close(sent.draft),
    onError: (failure) => {
      if (textArea.current) return;
      // The form is closed by now; its text is a draft.
      showError(action)(fillText(texts.post.notSaved, { reason: errorMessage(failure) }));
    },
  });
  const write = (next: string) => {
    reset();
    setTouched(true);
    draft.write(next);
  };
  const leave = () => {
    // A request in flight would still be applied.
    if (!isPending) close(draft);
  };
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    textArea.current?.focus();
    mutate({ text, draft });
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Escape leaves a composition of an input method first.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave();
    else submitOnCtrlEnter(event);
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
        readOnly={isPending}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}fault ${id}room`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={handleKey}
      />
      {error ? <FormAlert kind="error" id={`${id}fault`} text={errorMessage(error)} /> : null}
      <div className={styles.bar}>
        <EmojiButton field={textArea} text={text} onWrite={write} />
        <CharacterCount id={`${id}room`} text={text} maxLength={POST_TEXT_MAX_LENGTH} />
        <Button look="line" onClick={leave}>
          {texts.actions.cancel}
        </Button>
        <Button type="submit" look="primary" busy={isPending}>
          {texts.actions.save}
        </Button>
      </div>
    </form>
  );
}
