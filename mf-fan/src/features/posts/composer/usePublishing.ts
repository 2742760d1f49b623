import { fillText } from '@kickoff/ui';
import { CallFailure, raiseToast } from '@kickoff/web';
import { type DraftFiles, deleteFiles, type OpenDraft } from '@kickoff/web/drafts';
import { useEffect, useRef } from 'react';

import { texts } from '../../../texts';
import { useCreatePost } from '../api/useCreatePost';
import { formatSendError } from '../../../send-error';
import { sharedValue, useShared } from '../shared-value';
import { faultField, type ComposerFault } from './composer-fault';
import { toSentDraft } from './poll-draft';

/** A fan's post that is being published, or its error. */
interface Publishing {
  fanId: string;
  /** Set while the request is in flight. */
  upload?: AbortController;
  /** Uploaded share of the files, from 0 to 1; omitted without files. */
  progress?: number;
  fault?: ComposerFault | undefined;
}

/** Outlives the form: the fan may leave the page and come back meanwhile. */
const publishing = sharedValue<Publishing | undefined>(undefined);

/** `isOver` is false when the draft was edited after it was submitted. */
type OnPublished = (isOver: boolean) => void;

/** Removes the toast of the last failure. */
let takeBackFailure = () => {};

/** The mounted form, which shows the result itself. */
let openForm: { current: OnPublished } | undefined;

function toFault(failure: unknown, draft: OpenDraft): ComposerFault {
  return {
    at: failure instanceof CallFailure ? faultField(failure.field) : undefined,
    text: formatSendError(failure, texts.composer.sentBefore, draft.renewKey),
  };
}

/** Publishes the composer's post. */
export function usePublishing(fanId: string, onPublished: OnPublished) {
  const createPost = useCreatePost();
  const now = useShared(publishing, (value) => (value?.fanId === fanId ? value : undefined));
  const form = useRef(onPublished);
  useEffect(() => {
    form.current = onPublished;
  });
  useEffect(() => {
    openForm = form;
    return () => {
      openForm = undefined;
      if (!publishing.get()?.upload) publishing.set(undefined);
    };
  }, []);

  const setFault = (fault: ComposerFault | undefined) => publishing.set({ fanId, fault });
  const publish = async (draft: OpenDraft, files: DraftFiles) => {
    const upload = new AbortController();
    const { signal } = upload;
    publishing.set({ fanId, upload, ...(draft.files === undefined ? {} : { progress: 0 }) });
    const onProgress = (progress: number) => publishing.set({ fanId, upload, progress });
    const sent = toSentDraft(draft, Date.now());
    draft.change({ poll: sent.poll });
    try {
      await createPost(sent, files, { onProgress, signal });
    } catch (failure) {
      const fault = signal.aborted ? undefined : toFault(failure, draft);
      if (openForm) setFault(fault);
      else publishing.set(undefined);
      if (!openForm && fault !== undefined) {
        const text = fillText(texts.composer.failed, { reason: fault.text });
        takeBackFailure = raiseToast({ kind: 'error', text });
      }
      return;
    }
    takeBackFailure();
    const isOver = draft.discard();
    if (isOver && draft.files !== undefined) void deleteFiles(fanId, draft.files);
    publishing.set(undefined);
    if (openForm) openForm.current(isOver);
    else raiseToast({ kind: 'ok', text: texts.composer.published });
  };
  return {
    isBusy: now?.upload !== undefined,
    progress: now?.progress,
    fault: now?.fault,
    setFault,
    publish,
    cancel: () => now?.upload?.abort(),
  };
}
