import { NETWORK_FAILURE } from '@kickoff/contracts';
import { CallFailure, raiseToast } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

interface Told {
  kind: 'ok' | 'error';
  text: string;
}

interface SubmissionOptions {
  /** Where a refusal is told. That no answer came is always told beside the form. */
  refusals: 'toast' | 'form';
  /** Said where the server gave no reason in words. */
  unexplained?: string;
}

/**
 * Sends a form, once at a time. The work gives the server's message for the
 * person, or nothing when it leads away from the form; until then the form is
 * busy. A failure is told and leaves everything typed where it is.
 */
export function useSubmission({ refusals, unexplained = NETWORK_FAILURE }: SubmissionOptions) {
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<Told>();
  const takeBack = useRef<() => void>(undefined);
  // A refusal is over when the person tries again or turns away.
  useEffect(() => () => takeBack.current?.(), []);

  const tellFailure = (failure: unknown) => {
    const status = failure instanceof CallFailure ? failure.status : 0;
    const sentence = failure instanceof CallFailure ? failure.message : NETWORK_FAILURE;
    const text = status > 0 && sentence === NETWORK_FAILURE ? unexplained : sentence;
    if (status > 0 && refusals === 'toast') takeBack.current = raiseToast({ kind: 'error', text });
    else setTold({ kind: 'error', text });
  };

  const submit = async (work: () => Promise<string | undefined>) => {
    if (isBusy) return;
    takeBack.current?.();
    setTold(undefined);
    setBusy(true);
    try {
      const message = await work();
      if (message === undefined) return;
      setTold({ kind: 'ok', text: message });
    } catch (failure) {
      tellFailure(failure);
    }
    setBusy(false);
  };

  return { isBusy, told, submit };
}
