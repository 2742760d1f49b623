import { NETWORK_FAILURE } from '@kickoff/contracts';
import { CallFailure, raiseToast } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

interface FormResult {
  kind: 'ok' | 'error';
  text: string;
  /** The field that the server rejected, which has the focus. */
  field?: string | undefined;
}

interface SubmissionOptions {
  /** Where a rejection without a field is shown. A network failure is always shown beside the form. */
  refusals: 'toast' | 'form';
  /** Shown if the server gave no message. */
  unexplained?: string;
}

/**
 * Submits a form, one request at a time. `work` returns the server's message, or nothing when it
 * navigates away; the form is busy until then. A failure leaves the typed values in place.
 *
 * The form is part of the document before its scripts run, so it needs `method="dialog"`: by default a
 * browser would put a password that is sent by then into the address.
 */
export function useSubmission({ refusals, unexplained = NETWORK_FAILURE }: SubmissionOptions) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<FormResult>();
  const takeBack = useRef<() => void>(undefined);
  // The error is cleared by the next attempt or change.
  useEffect(() => () => takeBack.current?.(), []);

  const showError = (failure: unknown) => {
    const status = failure instanceof CallFailure ? failure.status : 0;
    const sentence = failure instanceof CallFailure ? failure.message : NETWORK_FAILURE;
    const name = failure instanceof CallFailure ? failure.field : undefined;
    const field = document.querySelector<HTMLElement>(`form [name="${name ?? ''}"]`);
    const text = status > 0 && sentence === NETWORK_FAILURE ? unexplained : sentence;
    field?.focus();
    if (status > 0 && refusals === 'toast' && !field) {
      takeBack.current = raiseToast({ kind: 'error', text });
    } else setResult({ kind: 'error', text, field: field ? name : undefined });
  };

  const submit = async (work: () => Promise<string | undefined>) => {
    if (isBusy) return;
    takeBack.current?.();
    setResult(undefined);
    setBusy(true);
    try {
      const message = await work();
      if (message === undefined) return;
      setResult({ kind: 'ok', text: message });
    } catch (failure) {
      showError(failure);
    }
    setBusy(false);
  };

  return { isBusy, result, submit };
}
