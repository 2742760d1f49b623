import {
  MODERATION_NOTE_MAX_LENGTH,
  type AdminFanPage,
  codePointLength,
  isBlank,
} from '@kickoff/contracts';
import { Button, errorMessage, FormAlert, formatDateTime, pluralText } from '@kickoff/ui';
import { useId, useState, type SubmitEvent } from 'react';

import { texts } from '../../texts';
import { useOwnDraft } from '../../useOwnDraft';
import { useFanActions } from './api/useFanActions';

function faultIn(text: string): string | undefined {
  if (isBlank(text)) return texts.fan.blankNote;
  const room = MODERATION_NOTE_MAX_LENGTH - codePointLength(text.normalize('NFC'));
  return room < 0 ? pluralText(texts.common.tooLong, -room, { count: -room }) : undefined;
}

/** The admins' notes on a fan, and the form of a new one. */
export function FanNotes({ fan: { _id, notes } }: { fan: AdminFanPage }) {
  const id = useId();
  const { noteOnFan } = useFanActions();
  const draft = useOwnDraft(`note:${_id}`);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const add = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const refusal = faultIn(draft.text);
    setFault(refusal);
    if (refusal !== undefined) return;
    setBusy(true);
    try {
      await noteOnFan(_id, draft.text);
      draft.discard();
    } catch (failure) {
      setFault(errorMessage(failure));
    } finally {
      setBusy(false);
    }
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
            readOnly={isBusy}
            value={draft.text}
            onChange={({ target }) => draft.write(target.value)}
          />
        </div>
        {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
        <div>
          <Button type="submit" look="soft" busy={isBusy}>
            {texts.fan.addNote}
          </Button>
        </div>
      </form>
    </>
  );
}
