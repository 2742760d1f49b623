import { POST_TEXT_MAX_LENGTH, type OwnProfile } from '@kickoff/contracts';
import { Button, Field, FormAlert, Icon, icons } from '@kickoff/ui';
import { useDraft } from '@kickoff/web/drafts';
import clsx from 'clsx';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type SubmitEvent,
} from 'react';

import { useDraftFiles } from '../../../media/useDraftFiles';
import { CharacterCount } from '../../../parts/CharacterCount';
import { texts } from '../../../texts';
import { EmojiButton } from '../emoji/EmojiButton';
import { submitOnCtrlEnter } from '../submit-on-ctrl-enter';
import { type EarlyTextProps, useEarlyText } from '../useEarlyText';
import { composerFault } from './composer-fault';
import { sortDropped } from './dropped-files';
import { fileFault, type FileKind } from './file-fault';
import { FilePreview } from './FilePreview';
import { MediaChoices } from './MediaChoices';
import { newPollDraft } from './poll-draft';
import { PollEditor } from './PollEditor';
import { QuotePreview } from './QuotePreview';
import { UploadProgress } from './UploadProgress';
import styles from '../post-form.module.css';
import { usePublishing } from './usePublishing';

export interface ComposerFormProps extends EarlyTextProps {
  id: string;
  fan: OwnProfile;
  /** Focuses the text on mount. */
  takesFocus: boolean;
  /** Called with the height in px whenever it changes. */
  onHeight: (height: number) => void;
  /** Called with false if the draft was edited after it was submitted. */
  onPublished: (isOver: boolean) => void;
}

/** A copied table or web page includes a picture, but is pasted as text. */
function isText(clipboard: DataTransfer): boolean {
  return clipboard.getData('text/plain') !== '' && clipboard.getData('text/html') !== '';
}

/**
 * The form of a new post. All of it is stored on the device until it is published.
 */
export default function ComposerForm({
  id,
  fan,
  takesFocus,
  onHeight,
  onPublished,
  ...early
}: ComposerFormProps) {
  const inner = useId();
  const draft = useDraft(fan._id, 'post');
  useEarlyText(draft, early);
  const { files, change } = useDraftFiles(fan._id, draft);
  const { isBusy, progress, fault, setFault, ...post } = usePublishing(fan._id, onPublished);
  // A stored poll does not take the focus, a new one does.
  const [hasAddedPoll, setAddedPoll] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const textArea = useRef<HTMLTextAreaElement>(null);
  const { alt = '', quote, poll } = draft;
  const isTextFaulty = fault?.at === 'text';
  const isAltFaulty = fault?.at === 'alt';
  const isFieldFaulty = fault?.at !== undefined;

  useEffect(() => {
    if (!isFieldFaulty) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-faulty]')?.focus();
  }, [isFieldFaulty, fault]);
  const shownQuote = useRef(quote);
  useEffect(() => {
    // Chosen in the menu of a post while this form was open.
    if (quote !== undefined && quote !== shownQuote.current) textArea.current?.focus();
    shownQuote.current = quote;
  }, [quote]);

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    const observer = new ResizeObserver(() => onHeight(current.offsetHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [onHeight]);

  const edit = (part: Parameters<typeof draft.change>[0]) => {
    setFault(undefined);
    draft.change(part);
  };
  const choose = (kind: FileKind, file: File) => {
    const refusal = fileFault(kind, file);
    setFault(refusal === undefined ? undefined : { text: refusal });
    if (refusal === undefined) void change({ [kind]: file });
  };
  const takeFiles = (event: ClipboardEvent | DragEvent, transfer: DataTransfer) => {
    if (transfer.files.length === 0) return;
    event.preventDefault();
    if (isBusy) return;
    const { taken, fault: refusal } = sortDropped(transfer.files);
    setFault(refusal === undefined ? undefined : { text: refusal });
    if (taken.image || taken.video) void change(taken);
  };
  const paste = (event: ClipboardEvent) => {
    if (!isText(event.clipboardData)) takeFiles(event, event.clipboardData);
  };
  const publish = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const refusal = composerFault(draft, files);
    setFault(refusal);
    if (refusal === undefined) void post.publish(draft, files);
  };
  const backToText = () => textArea.current?.focus();
  const cancel = () => {
    post.cancel();
    backToText();
  };
  const removeFile = (kind: FileKind) => {
    void change({ [kind]: undefined });
    backToText();
  };
  const remove = (part: 'quote' | 'poll') => {
    edit({ [part]: undefined });
    backToText();
  };
  return (
    <form
      className={styles.form}
      id={id}
      ref={form}
      onSubmit={publish}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => takeFiles(event, event.dataTransfer)}
    >
      <label className="ko-sr" htmlFor={`${inner}text`}>
        {texts.composer.name}
      </label>
      <textarea
        id={`${inner}text`}
        ref={textArea}
        dir="auto"
        placeholder={texts.composer.placeholder}
        value={draft.text}
        readOnly={isBusy}
        autoFocus={takesFocus}
        aria-invalid={isTextFaulty ? true : undefined}
        aria-describedby={`${inner}fault ${inner}room`}
        onChange={(event) => edit({ text: event.target.value })}
        onKeyDown={submitOnCtrlEnter}
        onPaste={paste}
      />
      {isTextFaulty ? (
        <p className={styles.fault} role="alert" id={`${inner}fault`}>
          {fault.text}
        </p>
      ) : null}
      {files.image ? (
        <FilePreview
          kind="image"
          file={files.image}
          onRemove={isBusy ? undefined : () => removeFile('image')}
        >
          <div className="ko-mt-3">
            <Field
              label={texts.composer.description}
              name="alt"
              hint={texts.composer.descriptionHint}
              value={alt}
              readOnly={isBusy}
              autoComplete="off"
              faultId={isAltFaulty ? `${inner}alt` : undefined}
              onChange={(event) => edit({ alt: event.target.value })}
            />
          </div>
          {isAltFaulty ? (
            <p className="ko-error ko-mt-2" role="alert" id={`${inner}alt`}>
              {fault.text}
            </p>
          ) : null}
        </FilePreview>
      ) : null}
      {files.video ? (
        <FilePreview
          kind="video"
          file={files.video}
          onRemove={isBusy ? undefined : () => removeFile('video')}
        />
      ) : null}
      {poll ? (
        <PollEditor
          poll={poll}
          fault={fault}
          takesFocus={hasAddedPoll}
          isReadOnly={isBusy}
          onChange={(next) => edit({ poll: next })}
          onRemove={() => remove('poll')}
        />
      ) : null}
      {quote === undefined ? null : (
        <QuotePreview
          postId={quote}
          readerId={fan._id}
          fault={fault}
          onRemove={isBusy ? undefined : () => remove('quote')}
        />
      )}
      {fault && !isFieldFaulty ? <FormAlert kind="error" text={fault.text} /> : null}
      {progress === undefined ? null : <UploadProgress progress={progress} onCancel={cancel} />}
      <div className={clsx(styles.bar, styles.sticky)}>
        <MediaChoices isDisabled={isBusy} onChoose={choose} />
        {poll || quote !== undefined ? null : (
          <button
            className="ko-icbtn"
            type="button"
            aria-label={texts.composer.addPoll}
            disabled={isBusy}
            onClick={() => {
              setAddedPoll(true);
              edit({ poll: newPollDraft() });
            }}
          >
            <Icon icon={icons.chartBars} />
          </button>
        )}
        <EmojiButton field={textArea} text={draft.text} onWrite={(text) => edit({ text })} />
        <CharacterCount id={`${inner}room`} text={draft.text} maxLength={POST_TEXT_MAX_LENGTH} />
        <Button type="submit" look="primary" busy={isBusy}>
          {texts.composer.publish}
        </Button>
      </div>
    </form>
  );
}
