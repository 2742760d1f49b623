import { ALT_MAX_LENGTH, CAPTION_MAX_LENGTH } from '@kickoff/contracts';
import { Button, Field, fillText, FormAlert, Overlay, useObjectUrl } from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import { type DraftFiles, deleteFiles, type OpenDraft, useDraft } from '@kickoff/web/drafts';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';

import { useDraftFiles } from '../../media/useDraftFiles';
import { formatSendError } from '../../send-error';
import { texts } from '../../texts';
import { useCreateStory } from './api/useCreateStory';
import styles from './NewStoryDialog.module.css';
import type { StoryFile } from './story-file';

interface EndProps {
  onAdded: () => void;
  onClose: () => void;
}

/** What is sent, with what follows once it is published. */
interface SentStory {
  draft: OpenDraft;
  onAdded: () => void;
}

interface StoryFormProps extends EndProps {
  media: StoryFile;
  draft: OpenDraft;
}

/** Previews a story and publishes it. Retries are idempotent. */
function StoryForm({ media: { file, mediaType }, draft, onAdded, onClose }: StoryFormProps) {
  const id = useId();
  const createStory = useCreateStory();
  const { text: caption, alt = '' } = draft;
  const preview = useObjectUrl(file);
  const [progress, setProgress] = useState(0);
  const [fault, setFault] = useState<string>();
  const upload = useRef<AbortController>(null);

  useEffect(() => () => upload.current?.abort(), []);

  const { mutate, isPending } = useExclusiveMutation({
    mutationFn: ({ draft: { text, alt: description = '', key } }: SentStory) => {
      upload.current = new AbortController();
      return createStory({
        file,
        mediaType,
        alt: description,
        caption: text,
        key,
        onProgress: setProgress,
        signal: upload.current.signal,
      });
    },
    onMutate: () => {
      setFault(undefined);
      setProgress(0);
    },
    onSuccess: (_, sent) => sent.onAdded(),
    onError: (failure, sent) => {
      if (upload.current?.signal.aborted) return;
      setFault(formatSendError(failure, texts.stories.sentBefore, sent.draft.renewKey));
    },
  });
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate({ draft, onAdded });
  };

  return (
    <Overlay aria-labelledby={`${id}title`} onLeave={onClose}>
      <form className="ko-dialog" aria-labelledby={`${id}title`} onSubmit={send}>
        <h2 id={`${id}title`}>{texts.stories.add}</h2>
        {mediaType === 'image' ? (
          <img src={preview} alt="" className={styles.preview} />
        ) : (
          <video
            src={preview}
            controls
            muted
            playsInline
            aria-label={texts.stories.preview}
            className={styles.preview}
          />
        )}
        <Field
          label={texts.stories.caption}
          name="caption"
          value={caption}
          hint={texts.stories.captionHint}
          maxLength={CAPTION_MAX_LENGTH}
          readOnly={isPending}
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
          readOnly={isPending}
          autoComplete="off"
          onChange={(event) => draft.change({ alt: event.target.value })}
        />
        {isPending ? (
          <progress
            aria-label={fillText(texts.stories.sending, { name: file.name })}
            value={progress}
            className={styles.progress}
          />
        ) : null}
        {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
        <div className="ko-dialog__acts">
          <Button look="line" onClick={onClose}>
            {texts.actions.cancel}
          </Button>
          <Button type="submit" look="primary" busy={isPending}>
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
