// Imports `@kickoff/web` by name, not by path: a second copy of the module would have a second session.
import { NETWORK_FAILURE } from '@kickoff/contracts';
import {
  type AnswerOf,
  answerIn,
  CallFailure,
  failureOf,
  forgetSession,
  sessionToken,
  type Audience,
} from '@kickoff/web';

export interface UploadOptions {
  form: FormData;
  /** The session to authenticate with. */
  as: Audience;
  /** Idempotency key of the write (API.md §1). */
  idempotencyKey: string;
  /** Called with the uploaded share of the form, from 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

type SentForm = Pick<XMLHttpRequest, 'status' | 'responseText'>;

// XMLHttpRequest, because `fetch` reports no upload progress.
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
 * Posts a form with files and returns the parsed response, or throws a `CallFailure` like
 * `callApi`. An aborted upload throws an `AbortError`.
 */
export async function uploadForm<const Address extends string>(
  address: Address,
  options: UploadOptions,
): Promise<AnswerOf<'POST', Address>> {
  options.signal.throwIfAborted();
  const token = sessionToken(options.as);
  const { status, responseText } = await sendForm(address, token, options);
  if (status === 401 && token !== null) forgetSession(options.as, token);
  if (status < 200 || status > 299) throw failureOf(responseText, status);
  return answerIn(responseText) as AnswerOf<'POST', Address>;
}
