import { ALT_MAX_LENGTH, MESSAGES, type StoryMediaType } from '@kickoff/contracts';
import { Button, Field, FormAlert, Overlay } from '@kickoff/ui';
import { CallFailure, newKey } from '@kickoff/web';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';

import { useCreateStory } from './api/useCreateStory';

interface NewStoryDialogProps {
  file: File;
  mediaType: StoryMediaType;
  onAdded: () => void;
  onClose: () => void;
}

const EARLIER_VERSION_ADDED =
  'This story has already been added with another description. Send again to add this one too.';
const PREVIEW = { maxHeight: '46vh', margin: '0 auto', borderRadius: 'var(--r-md)' };

/** Shows what is about to be told, and sends it. What fails can be sent again as the same story. */
export function NewStoryDialog({ file, mediaType, onAdded, onClose }: NewStoryDialogProps) {
  const id = useId();
  const createStory = useCreateStory();
  const [key, setKey] = useState(newKey);
  const [preview] = useState(() => URL.createObjectURL(file));
  const [sent, setSent] = useState<number>();
  const [fault, setFault] = useState<string>();
  const sending = useRef<AbortController | null>(null);

  useEffect(() => () => URL.revokeObjectURL(preview), [preview]);
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    const running = new AbortController();
    sending.current = running;
    const alt = new FormData(event.currentTarget).get('alt');
    setFault(undefined);
    setSent(0);
    try {
      await createStory({
        file,
        mediaType,
        alt: typeof alt === 'string' ? alt : '',
        key,
        onProgress: setSent,
        signal: running.signal,
      });
      onAdded();
    } catch (failure) {
      if (running.signal.aborted) return;
      if (failure instanceof CallFailure && failure.status === 409) {
        setKey(newKey());
        setFault(EARLIER_VERSION_ADDED);
      } else {
        setFault(failure instanceof Error ? failure.message : MESSAGES.networkFailure);
      }
    } finally {
      sending.current = null;
      setSent(undefined);
    }
  };

  return (
    <Overlay aria-labelledby={`${id}title`} onLeave={onClose}>
      <form className="ko-dialog" aria-labelledby={`${id}title`} onSubmit={send}>
        <h2 id={`${id}title`}>Add story</h2>
        {mediaType === 'image' ? (
          <img src={preview} alt="" style={PREVIEW} />
        ) : (
          <video src={preview} controls muted playsInline aria-label="Preview" style={PREVIEW} />
        )}
        <Field
          label="Description"
          name="alt"
          hint="For fans who cannot see it. Optional."
          maxLength={ALT_MAX_LENGTH}
          readOnly={sent !== undefined}
          autoComplete="off"
        />
        {sent === undefined ? null : (
          <progress
            aria-label={`Sending ${file.name}`}
            value={sent}
            style={{ width: '100%', accentColor: 'var(--brand)' }}
          />
        )}
        {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
        <div className="ko-dialog__acts">
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={sent !== undefined}>
            Add story
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
