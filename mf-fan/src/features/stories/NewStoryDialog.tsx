import { ALT_MAX_LENGTH, CAPTION_MAX_LENGTH } from '@kickoff/contracts';
import {
  Button,
  errorMessage,
  Field,
  fillText,
  FormAlert,
  Overlay,
  useObjectUrl,
} from '@kickoff/ui';
import { CallFailure } from '@kickoff/web';
import { type DraftFiles, deleteFiles, type OpenDraft, useDraft } from '@kickoff/web/drafts';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';

import { useDraftFiles } from '../../media/useDraftFiles';
import { texts } from '../../texts';
import { useCreateStory } from './api/useCreateStory';
import type { StoryFile } from './story-file';

interface EndProps {
  onAdded: () => void;
  onClose: () => void;
}

const PREVIEW = { maxHeight: '46vh', margin: '0 auto', borderRadius: 'var(--r-md)' };

interface StoryFormProps extends EndProps {
  media: StoryFile;
  draft: OpenDraft;
}

/** Previews a story and publishes it. Retries are idempotent. */
function StoryForm({ media: { file, mediaType }, draft, onAdded, onClose }: StoryFormProps) {
  const id = useId();
  const createStory = useCreateStory();
  const { text: caption, alt = '', key } = draft;
  const preview = useObjectUrl(file);
  const [sent, setSent] = useState<number>();
  const [fault, setFault] = useState<string>();
  const sending = useRef<AbortController>(null);

  useEffect(() => () => sending.current?.abort(), []);

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    const running = new AbortController();
    sending.current = running;
    setFault(undefined);
    setSent(0);
    try {
      await createStory({
        file,
        mediaType,
        alt,
        caption,
        key,
        onProgress: setSent,
        signal: running.signal,
      });
      onAdded();
    } catch (failure) {
      if (running.signal.aborted) return;
      if (failure instanceof CallFailure && failure.status === 409) {
        draft.renewKey();
        setFault(texts.stories.sentBefore);
      } else {
        setFault(errorMessage(failure));
      }
    } finally {
      sending.current = null;
      setSent(undefined);
    }
  };

  return (
    <Overlay aria-labelledby={`${id}title`} onLeave={onClose}>
      <form className="ko-dialog" aria-labelledby={`${id}title`} onSubmit={send}>
        <h2 id={`${id}title`}>{texts.stories.add}</h2>
        {mediaType === 'image' ? (
          <img src={preview} alt="" style={PREVIEW} />
        ) : (
          <video
            src={preview}
            controls
            muted
            playsInline
            aria-label={texts.stories.preview}
            style={PREVIEW}
          />
        )}
        <Field
          label={texts.stories.caption}
          name="caption"
          value={caption}
          hint={texts.stories.captionHint}
          maxLength={CAPTION_MAX_LENGTH}
          readOnly={sent !== undefined}
          autoComplete="off"
          dir="auto"
          onChange={(event) => draft.write(event.target.value)}
        />
        <Field
          label={texts.composer.description}
          name="alt"
          value={alt}
          hint={texts.composer.descriptionHint}
          maxLength={ALT_MAX_LENGTH}
          readOnly={sent !== undefined}
          autoComplete="off"
          onChange={(event) => draft.change({ alt: event.target.value })}
        />
        {sent === undefined ? null : (
          <progress
            aria-label={fillText(texts.stories.sending, { name: file.name })}
            value={sent}
            style={{ width: '100%', accentColor: 'var(--brand)' }}
          />
        )}
        {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
        <div className="ko-dialog__acts">
          <Button look="line" onClick={onClose}>
            {texts.actions.cancel}
          </Button>
          <Button type="submit" look="primary" busy={sent !== undefined}>
            {texts.stories.add}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}

function storyIn({ image, video }: DraftFiles): StoryFile | undefined {
  if (image) return { file: image, mediaType: 'image' };
  return video && { file: video, mediaType: 'video' };
}

interface NewStoryDialogProps extends EndProps {
  fanId: string;
  /** The file just chosen; without one the stored draft is shown. */
  chosen?: StoryFile;
}

/** The draft of a story. It is stored on the device until it is published or discarded. */
export function NewStoryDialog({ fanId, chosen, onAdded, onClose }: NewStoryDialogProps) {
  const draft = useDraft(fanId, 'story');
  const { files, change } = useDraftFiles(fanId, draft);
  const changeFiles = useRef(change);
  useEffect(() => {
    if (!chosen) return;
    const { mediaType, file } = chosen;
    void changeFiles.current({ image: undefined, video: undefined, [mediaType]: file });
  }, [chosen]);
  const end = (notify: () => void) => () => {
    draft.discard();
    if (draft.files !== undefined) void deleteFiles(fanId, draft.files);
    notify();
  };
  const media = chosen ?? storyIn(files);
  if (!media) return null;
  return <StoryForm media={media} draft={draft} onAdded={end(onAdded)} onClose={end(onClose)} />;
}
