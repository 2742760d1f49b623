import {
  ALT_MAX_LENGTH,
  isBlank,
  MESSAGES,
  POST_TEXT_MAX_LENGTH,
  type OwnProfile,
} from '@kickoff/contracts';
import { Button, Field, FormAlert, Icon, icons } from '@kickoff/ui';
import { type DraftFiles, useDraft } from '@kickoff/web/drafts';
import clsx from 'clsx';
import {
  useId,
  useRef,
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type SubmitEvent,
} from 'react';

import { EmojiButton } from '../emoji/EmojiButton';
import { lengthFault } from '../text-length';
import { CharacterCount } from '../CharacterCount';
import { sortDropped } from './dropped-files';
import { ACCEPTED, fileFault, type FileKind } from './file-fault';
import { FilePreview } from './FilePreview';
import styles from '../post-form.module.css';
import { useDraftFiles } from '../../../media/useDraftFiles';
import { usePublishing } from './usePublishing';

export interface ComposerFormProps {
  id: string;
  fan: OwnProfile;
  /** Focuses the text on mount. */
  takesFocus: boolean;
  /** Called with false if the draft was edited after it was submitted. */
  onPublished: (isOver: boolean) => void;
}

const CHOICES = [
  { kind: 'image', icon: icons.image, label: 'Add image' },
  { kind: 'video', icon: icons.video, label: 'Add video' },
] as const;

/** A copied table or web page includes a picture, but is pasted as text. */
function isText(clipboard: DataTransfer): boolean {
  return clipboard.getData('text/plain') !== '' && clipboard.getData('text/html') !== '';
}

function firstFault(text: string, alt: string, files: DraftFiles): string | undefined {
  if (isBlank(text) && !files.image && !files.video) return MESSAGES.emptyPost;
  return (
    lengthFault('A post', text, POST_TEXT_MAX_LENGTH) ??
    (files.image ? lengthFault('The description', alt, ALT_MAX_LENGTH) : undefined)
  );
}

/**
 * The form of a new post. Text, picture and video are stored on the device until it is published.
 */
export default function ComposerForm({ id, fan, takesFocus, onPublished }: ComposerFormProps) {
  const inner = useId();
  const draft = useDraft(fan._id, 'post');
  const { files, change } = useDraftFiles(fan._id, draft);
  const { isBusy, progress, fault, setFault, ...post } = usePublishing(fan._id, onPublished);
  const textArea = useRef<HTMLTextAreaElement>(null);
  const { alt = '' } = draft;

  const chooseFrom = (kind: FileKind) => (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // So that the same file can be chosen again after its removal.
    event.target.value = '';
    if (!file) return;
    const refusal = fileFault(kind, file);
    setFault(refusal);
    if (refusal === undefined) void change({ [kind]: file });
  };
  const takeFiles = (event: ClipboardEvent | DragEvent, transfer: DataTransfer) => {
    if (transfer.files.length === 0) return;
    event.preventDefault();
    if (isBusy) return;
    const { taken, fault: refusal } = sortDropped(transfer.files);
    setFault(refusal);
    if (taken.image || taken.video) void change(taken);
  };
  const paste = (event: ClipboardEvent) => {
    if (!isText(event.clipboardData)) takeFiles(event, event.clipboardData);
  };
  const write = (text: string) => {
    setFault(undefined);
    draft.write(text);
  };
  const publish = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const refusal = firstFault(draft.text, alt, files);
    setFault(refusal);
    if (refusal === undefined) void post.publish(draft, files);
    else textArea.current?.focus();
  };
  const cancel = () => {
    post.cancel();
    textArea.current?.focus();
  };

  const remove = (kind: FileKind) => {
    void change({ [kind]: undefined });
    textArea.current?.focus();
  };
  return (
    <form
      className={styles.form}
      id={id}
      onSubmit={publish}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => takeFiles(event, event.dataTransfer)}
    >
      <label className="ko-sr" htmlFor={`${inner}text`}>
        Your post
      </label>
      <textarea
        id={`${inner}text`}
        ref={textArea}
        dir="auto"
        placeholder="What did you see?"
        value={draft.text}
        readOnly={isBusy}
        autoFocus={takesFocus}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={`${inner}fault ${inner}room`}
        onChange={(event) => write(event.target.value)}
        onPaste={paste}
      />
      {files.image ? (
        <div className="ko-pad">
          <FilePreview
            kind="image"
            file={files.image}
            onRemove={isBusy ? undefined : () => remove('image')}
          />
          <div className="ko-mt-3">
            <Field
              label="Describe the picture for those who do not see it"
              name="alt"
              value={alt}
              readOnly={isBusy}
              onChange={(event) => draft.change({ alt: event.target.value })}
            />
          </div>
        </div>
      ) : null}
      {files.video ? (
        <div className="ko-pad">
          <FilePreview
            kind="video"
            file={files.video}
            onRemove={isBusy ? undefined : () => remove('video')}
          />
        </div>
      ) : null}
      {fault === undefined ? null : <FormAlert kind="error" id={`${inner}fault`} text={fault} />}
      {progress === undefined ? null : (
        <div className="ko-row ko-pad">
          <progress max={1} value={progress} aria-label="Sent" />
          <span className="ko-num">{Math.round(progress * 100)} %</span>
          <Button look="line" size="sm" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      <div className={styles.bar} style={{ position: 'relative' }}>
        {CHOICES.map(({ kind, icon, label }) => (
          <label className={clsx('ko-icbtn', styles.file)} key={kind}>
            <Icon icon={icon} />
            <span className="ko-sr">{label}</span>
            <input
              type="file"
              accept={ACCEPTED[kind].types.join(',')}
              disabled={isBusy}
              onChange={chooseFrom(kind)}
            />
          </label>
        ))}
        <EmojiButton field={textArea} text={draft.text} onWrite={write} />
        <CharacterCount id={`${inner}room`} text={draft.text} maxLength={POST_TEXT_MAX_LENGTH} />
        <Button type="submit" look="primary" busy={isBusy}>
          Post
        </Button>
      </div>
    </form>
  );
}
