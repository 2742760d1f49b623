import { isBlank, MODERATION_NOTE_MAX_LENGTH } from '@kickoff/contracts';
import { Button, errorMessage, FormAlert, Overlay } from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import type { OpenDraft } from '@kickoff/web/drafts';
import { useId, useState, type ReactNode, type SubmitEvent } from 'react';

import { lengthFault } from '../length-fault';
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
  return lengthFault(reason, MODERATION_NOTE_MAX_LENGTH);
}

/**
 * Asks for the reason of a decision. Stays open with the typed text until the server has confirmed.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, field, hasEnd, verb, look, draftOf, onConfirm, onClose } = props;
  const id = useId();
  const draft = useOwnDraft(draftOf);
  const [until, setUntil] = useState<string>();
  const { mutate, isPending, error } = useExclusiveMutation({
    mutationFn: async ({ text }: OpenDraft) => {
      const refusal = faultIn(text, field.isRequired);
      if (refusal !== undefined) throw new Error(refusal);
      const reason = text.trim();
      await onConfirm(until === undefined ? { reason } : { reason, until });
    },
    onSuccess: (_, sent) => void sent.discard(),
  });
  const leave = () => {
    if (!isPending) onClose();
  };
  const confirm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(draft);
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
            readOnly={isPending}
            value={draft.text}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}fault` : undefined}
            onChange={({ target }) => draft.write(target.value)}
          />
        </div>
        {hasEnd ? <UntilField onChange={setUntil} /> : null}
        {error ? <FormAlert kind="error" id={`${id}fault`} text={errorMessage(error)} /> : null}
        <div className="ko-dialog__acts">
          <Button look="line" onClick={leave}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" look={look} busy={isPending}>
            {verb}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
