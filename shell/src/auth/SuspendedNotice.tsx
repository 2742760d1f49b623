import {
  codePointLength,
  isBlank,
  MODERATION_NOTE_MAX_LENGTH,
  type NewAppeal,
} from '@kickoff/contracts';
import { Button, fillText, formatCount, formatDayOfYear, FormAlert, formatTime } from '@kickoff/ui';
import { callApi } from '@kickoff/web';
import { useId, useState, type SubmitEvent } from 'react';

import { texts } from '../texts';
import { typedIn } from './form-values';
import { useSubmission } from './useSubmission';

export interface SuspendedNoticeProps {
  /** The rejected credentials, which authenticate the appeal. */
  login: Pick<NewAppeal, 'email' | 'password'>;
  reason: string;
  until: string | undefined;
}

const MOST = MODERATION_NOTE_MAX_LENGTH;

function faultIn(text: string): string | undefined {
  if (isBlank(text)) return texts.suspended.blank;
  if (codePointLength(text.normalize('NFC')) <= MOST) return undefined;
  return fillText(texts.suspended.tooLong, { count: formatCount(MOST) });
}

/** Shows a suspended fan the reason and the end, and the form for the one appeal. */
export default function SuspendedNotice({ login, reason, until }: SuspendedNoticeProps) {
  const id = useId();
  const { isBusy, result, submit } = useSubmission({ refusals: 'form' });
  const [fault, setFault] = useState<string>();
  const isSent = result?.kind === 'ok';
  const appeal = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = typedIn(new FormData(event.currentTarget), 'text');
    const refusal = faultIn(text);
    setFault(refusal);
    if (refusal !== undefined) return;
    void submit(async () => {
      const body: NewAppeal = { ...login, text };
      const { message } = await callApi('/api/auth/appeal', {
        method: 'POST',
        body,
      });
      return message;
    });
  };
  return (
    <section className="ko-form" aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{texts.suspended.title}</h2>
      <p>{fillText(texts.suspended.reason, { reason })}</p>
      <p>
        {until === undefined
          ? texts.suspended.endless
          : fillText(texts.suspended.end, {
              day: formatDayOfYear(until),
              time: formatTime(until),
            })}{' '}
        {texts.suspended.nothingDeleted}
      </p>
      {isSent ? null : (
        <form className="ko-form" onSubmit={appeal} noValidate>
          <div className="ko-field">
            <label className="ko-label" htmlFor={`${id}text`}>
              {texts.suspended.appeal}
            </label>
            <textarea
              className="ko-textarea"
              id={`${id}text`}
              name="text"
              dir="auto"
              readOnly={isBusy}
              aria-invalid={fault === undefined ? undefined : true}
              aria-describedby={fault === undefined ? `${id}hint` : `${id}fault`}
              onChange={() => setFault(undefined)}
            />
            <span className="ko-hint" id={`${id}hint`}>
              {texts.suspended.hint}
            </span>
          </div>
          {fault === undefined ? null : <FormAlert kind="error" id={`${id}fault`} text={fault} />}
          <Button type="submit" look="line" block busy={isBusy}>
            {texts.suspended.send}
          </Button>
        </form>
      )}
      {result ? <FormAlert {...result} /> : null}
    </section>
  );
}
