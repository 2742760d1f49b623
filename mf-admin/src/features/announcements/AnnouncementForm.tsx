import { ANNOUNCEMENT_MAX_LENGTH, isBlank } from '@kickoff/contracts';
import { Button, errorMessage, Field, FormAlert } from '@kickoff/ui';
import { raiseToast, useExclusiveMutation } from '@kickoff/web';
import type { OpenDraft } from '@kickoff/web/drafts';
import { useId, type SubmitEvent } from 'react';

import { explainSentBefore } from '../../explain-sent-before';
import { lengthFault } from '../../length-fault';
import { texts } from '../../texts';
import { useOwnDraft } from '../../useOwnDraft';
import { useAnnouncementActions } from './api/useAnnouncements';

/** Returns a time field's value as ISO 8601; undefined if it is empty. */
function momentIn(form: FormData, name: string): string | undefined {
  const given = form.get(name);
  const moment = new Date(typeof given === 'string' ? given : '');
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function faultIn(text: string, startsAt?: string, endsAt?: string): string | undefined {
  if (isBlank(text)) return texts.announcements.blank;
  const tooLong = lengthFault(text, ANNOUNCEMENT_MAX_LENGTH);
  if (tooLong !== undefined || endsAt === undefined) return tooLong;
  return endsAt > (startsAt ?? new Date().toISOString())
    ? undefined
    : texts.announcements.endsTooEarly;
}

/** The form of a new announcement. */
export function AnnouncementForm() {
  const id = useId();
  const { announce } = useAnnouncementActions();
  const draft = useOwnDraft('announcement');
  const { mutate, isPending, error } = useExclusiveMutation({
    mutationFn: async ({ form, draft: sent }: { form: HTMLFormElement; draft: OpenDraft }) => {
      const { text, key } = sent;
      const given = new FormData(form);
      const startsAt = momentIn(given, 'startsAt');
      const endsAt = momentIn(given, 'endsAt');
      const refusal = faultIn(text, startsAt, endsAt);
      if (refusal !== undefined) throw new Error(refusal);
      const announcement = {
        text,
        ...(startsAt === undefined ? {} : { startsAt }),
        ...(endsAt === undefined ? {} : { endsAt }),
      };
      await announce(announcement, key).catch(
        explainSentBefore(texts.announcements.sentBefore, sent.renewKey),
      );
    },
    onSuccess: (_, sent) => {
      sent.draft.discard();
      sent.form.reset();
      raiseToast({ kind: 'ok', text: texts.announcements.announced });
    },
  });
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate({ form: event.currentTarget, draft });
  };
  const isOfEnd = error?.message === texts.announcements.endsTooEarly;
  const faultId = error ? `${id}fault` : undefined;
  return (
    <form className="ko-form" onSubmit={send}>
      <div className="ko-field">
        <label className="ko-label" htmlFor={id}>
          {texts.announcements.text}
        </label>
        <textarea
          className="ko-textarea"
          id={id}
          dir="auto"
          readOnly={isPending}
          value={draft.text}
          aria-invalid={error && !isOfEnd ? true : undefined}
          aria-describedby={isOfEnd ? undefined : faultId}
          onChange={({ target }) => draft.write(target.value)}
        />
      </div>
      <div className="ko-span">
        <Field label={texts.announcements.starts} name="startsAt" type="datetime-local" />
        <Field
          label={texts.announcements.ends}
          name="endsAt"
          type="datetime-local"
          faultId={isOfEnd ? faultId : undefined}
        />
      </div>
      {error ? <FormAlert kind="error" id={`${id}fault`} text={errorMessage(error)} /> : null}
      <div>
        <Button type="submit" look="primary" busy={isPending}>
          {texts.announcements.announce}
        </Button>
      </div>
    </form>
  );
}
