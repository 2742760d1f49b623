import { raiseToast } from '@kickoff/web';
import { type DraftFiles, forgetFiles, type OpenDraft } from '@kickoff/web/drafts';
import { useEffect, useRef } from 'react';

import { useCreatePost } from '../api/useCreatePost';
import { sendingFault } from '../sending';
import { sharedValue, useShared } from '../shared-value';

/** A fan's post on its way, or why it is not. */
interface Publishing {
  fanId: string;
  /** While it is on its way. */
  upload?: AbortController;
  /** How much of its files has left this device, from 0 to 1; not given where it has none. */
  progress?: number;
  fault?: string | undefined;
}

/** Outlives the form: a fan may go to another page meanwhile, and come back. */
const publishing = sharedValue<Publishing | undefined>(undefined);

/** Told whether something else has been written since. */
type OnPublished = (isOver: boolean) => void;

/** Takes the message back that a post could not be published. */
let takeBackFailure = () => {};

/** The form that is open, and says itself what becomes of the post. */
let openForm: { current: OnPublished } | undefined;

/** Sends the post of a composer. */
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

  const setFault = (fault: string | undefined) => publishing.set({ fanId, fault });
  const publish = async (draft: OpenDraft, files: DraftFiles) => {
    const upload = new AbortController();
    const { signal } = upload;
    publishing.set({ fanId, upload, ...(draft.files === undefined ? {} : { progress: 0 }) });
    const onProgress = (progress: number) => publishing.set({ fanId, upload, progress });
    try {
      await createPost(draft, files, { onProgress, signal });
    } catch (failure) {
      const fault = signal.aborted ? undefined : sendingFault(failure, 'post', draft.renewKey);
      if (openForm) setFault(fault);
      else publishing.set(undefined);
      if (!openForm && fault !== undefined) {
        const text = `Your post is not published: ${fault}`;
        takeBackFailure = raiseToast({ kind: 'error', text });
      }
      return;
    }
    takeBackFailure();
    const isOver = draft.discard();
    if (isOver && draft.files !== undefined) void forgetFiles(fanId, draft.files);
    publishing.set(undefined);
    if (openForm) openForm.current(isOver);
    else raiseToast({ kind: 'ok', text: 'Your post is published' });
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
