import { codePointLength, isBlank, MODERATION_NOTE_MAX_LENGTH } from '@kickoff/contracts';
import { Button, errorMessage, FormAlert, Overlay, pluralText } from '@kickoff/ui';
import { useId, useState, type ReactNode, type SubmitEvent } from 'react';

import { texts } from '../texts';
import { useOwnDraft } from '../useOwnDraft';
import { UntilField } from './UntilField';

/** The reason and the end of a moderation decision. */
export interface ModerationNote {
  /** Empty without a reason. */
  reason: string;
  /** As ISO 8601; omitted without an end. */
  until?: string;
}

interface ReasonDialogProps {
  /** The question; it names the object. */
  title: string;
  /** The consequence of the decision. */
  children: ReactNode;
  /** Label of the reason's field, and whether it may be empty. */
  field: { label: string; isRequired: boolean };
  /** Whether the decision may expire. */
  hasEnd?: boolean;
  verb: string;
  look: 'primary' | 'danger';
  /** Name under which the typed text is stored until it is sent. */
  draftOf: string;
  /** Executes the decision; the caller closes the dialog. */
  onConfirm: (said: ModerationNote) => Promise<void>;
  onClose: () => void;
}

function faultIn(reason: string, isRequired: boolean): string | undefined {
  if (isRequired && isBlank(reason)) return texts.reason.missing;
  const room = MODERATION_NOTE_MAX_LENGTH - codePointLength(reason.normalize('NFC'));
  return room < 0 ? pluralText(texts.common.tooLong, -room, { count: -room }) : undefined;
}

/**
 * Asks for the reason of a decision. Stays open with the typed text until the server has confirmed.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, field, hasEnd, verb, look, draftOf, onConfirm, onClose } = props;
  const id = useId();
  const draft = useOwnDraft(draftOf);
  const [until, setUntil] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const leave = () => {
    if (!isBusy) onClose();
  };
  const confirm = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const refusal = faultIn(draft.text, field.isRequired);
    setFault(refusal);
    if (refusal !== undefined) return;
    setBusy(true);
    try {
      const reason = draft.text.trim();
      await onConfirm(until === undefined ? { reason } : { reason, until });
      draft.discard();
    } catch (failure) {
      setFault(errorMessage(failure));
      setBusy(false);
    }
  };
  return (
    <Overlay role="dialog" aria-labelledby={`${id}title`} onLeave={leave}>
      <form className="ko-dialog" onSubmit={confirm}>
        <h2 id={`${id}title`}>{title}</h2>
        {children}
        <div className="ko-field">
          <label className="ko-label" htmlFor={`${id}reason`}>
            {field.label}
          </label>
          <textarea
            className="ko-textarea"
            id={`${id}reason`}
            dir="auto"
            autoFocus
            readOnly={isBusy}
            value={draft.text}
            aria-invalid={fault === undefined ? undefined : true}
            aria-describedby={fault === undefined ? undefined : `${id}fault`}
            onChange={({ target }) => draft.write(target.value)}
          />
        </div>
        {hasEnd ? <UntilField onChange={setUntil} /> : null}
        {fault === undefined ? null : <FormAlert kind="error" id={`${id}fault`} text={fault} />}
        <div className="ko-dialog__acts">
          <Button look="line" onClick={leave}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" look={look} busy={isBusy}>
            {verb}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
