import { NETWORK_FAILURE } from '@kickoff/contracts';

import {
  answerIn,
  CallFailure,
  failureOf,
  forgetSession,
  sessionToken,
  type Audience,
} from '@kickoff/web';

export interface UploadOptions {
  form: FormData;
  /** Whose session the call needs. */
  as: Audience;
  /** Names the write, so that sending it again does it once (API.md §1). */
  idempotencyKey: string;
  /** Told how much of the form has left this device, from 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

type SentForm = Pick<XMLHttpRequest, 'status' | 'responseText'>;

// Not by `fetch`, which tells nothing of an upload's progress.
function sendForm(path: string, token: string | null, options: UploadOptions): Promise<SentForm> {
  const { form, idempotencyKey, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', path);
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(request));
    request.addEventListener('error', () => reject(new CallFailure(NETWORK_FAILURE, 0)));
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was taken back', 'AbortError')),
    );
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    request.send(form);
  });
}

/**
 * Posts a form with files and gives the answer, or throws a `CallFailure` as
 * `callApi` does; an upload that is taken back throws an `AbortError`.
 */
export async function uploadForm<Answer>(path: string, options: UploadOptions): Promise<Answer> {
  options.signal.throwIfAborted();
  const token = sessionToken(options.as);
  const { status, responseText } = await sendForm(path, token, options);
  if (status === 401 && token !== null) forgetSession(options.as, token);
  if (status < 200 || status > 299) throw failureOf(responseText, status);
  return answerIn(responseText) as Answer;
}
