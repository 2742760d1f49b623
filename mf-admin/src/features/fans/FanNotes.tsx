import { type AdminFanPage, isBlank, MODERATION_NOTE_MAX_LENGTH } from '@kickoff/contracts';
import { Button, errorMessage, FormAlert, formatDateTime } from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import type { OpenDraft } from '@kickoff/web/drafts';
import { useId, type SubmitEvent } from 'react';

import { explainSentBefore } from '../../explain-sent-before';
import { lengthFault } from '../../length-fault';
import { texts } from '../../texts';
import { useOwnDraft } from '../../useOwnDraft';
import { useFanActions } from './api/useFanActions';

function faultIn(text: string): string | undefined {
  if (isBlank(text)) return texts.fan.blankNote;
  return lengthFault(text, MODERATION_NOTE_MAX_LENGTH);
}

/** The admins' notes on a fan, and the form of a new one. */
export function FanNotes({ fan: { _id, notes } }: { fan: AdminFanPage }) {
  const id = useId();
  const { noteOnFan } = useFanActions();
  const draft = useOwnDraft(`note:${_id}`);
  const { mutate, isPending, error } = useExclusiveMutation({
    mutationFn: async (sent: OpenDraft) => {
      const refusal = faultIn(sent.text);
      if (refusal !== undefined) throw new Error(refusal);
      await noteOnFan(_id, sent).catch(explainSentBefore(texts.fan.noteSentBefore, sent.renewKey));
    },
    onSuccess: (_, sent) => void sent.discard(),
  });
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(draft);
  };
  return (
    <>
      {notes.length === 0 ? <p className="ko-none">{texts.fan.noNotes}</p> : null}
      <ul className="ko-entries">
        {notes.map((note) => (
          <li key={note._id}>
            <p dir="auto">{note.text}</p>
            <small>
              {note.author.username},{' '}
              <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
            </small>
          </li>
        ))}
      </ul>
      <form className="ko-form ko-mt-4" onSubmit={add}>
        <div className="ko-field">
          <label className="ko-label" htmlFor={id}>
            {texts.fan.newNote}
          </label>
          <textarea
            className="ko-textarea"
            id={id}
            dir="auto"
            readOnly={isPending}
            value={draft.text}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}fault` : undefined}
            onChange={({ target }) => draft.write(target.value)}
          />
        </div>
        {error ? <FormAlert kind="error" id={`${id}fault`} text={errorMessage(error)} /> : null}
        <div>
          <Button type="submit" look="soft" busy={isPending}>
            {texts.fan.addNote}
          </Button>
        </div>
      </form>
    </>
  );
}
