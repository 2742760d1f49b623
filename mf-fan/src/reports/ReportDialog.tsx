import { isBlank, REPORT_REASON_MAX_LENGTH, type ReportTarget } from '@kickoff/contracts';
import { Button, fillText, FormAlert, Overlay } from '@kickoff/ui';
import { useExclusiveMutation, useOwnProfile } from '@kickoff/web';
import { type OpenDraft, useDraft } from '@kickoff/web/drafts';
import { useId, useRef, useState, type SubmitEvent } from 'react';

import { CharacterCount } from '../parts/CharacterCount';
import { lengthFault } from '../parts/text-length';
import { formatSendError } from '../send-error';
import { clearError, showError } from '../show-error';
import { texts } from '../texts';
import { fileReport } from './file-report';

interface ReportDialogProps {
  /** The reported object, with the heading that names it. */
  target: { type: ReportTarget; id: string; title: string };
  onClose: () => void;
}

function firstFault(reason: string): string | undefined {
  if (isBlank(reason)) return texts.report.empty;
  return lengthFault(texts.report.tooLong, reason, REPORT_REASON_MAX_LENGTH);
}

interface ReasonFormProps extends ReportDialogProps {
  titleId: string;
  onSent: () => void;
}

function ReasonForm({ target, titleId, onClose, onSent }: ReasonFormProps) {
  const id = useId();
  const { data: me } = useOwnProfile();
  const draft = useDraft(me?._id, `report:${target.type}:${target.id}`);
  const [fault, setFault] = useState<string>();
  const reason = useRef<HTMLTextAreaElement>(null);

  const action = `report ${target.id}`;
  const { mutate, isPending } = useExclusiveMutation({
    mutationFn: (sent: OpenDraft) => fileReport(target, sent),
    onMutate: () => clearError(action),
    onSuccess: (_, sent) => {
      sent.discard();
      onSent();
    },
    onError: (failure, sent) => {
      const text = formatSendError(failure, texts.report.sentBefore, sent.renewKey);
      // The dialog is closed by now; its text is a draft.
      if (reason.current) setFault(text);
      else showError(action)(fillText(texts.report.notSent, { reason: text }));
    },
  });
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refusal = firstFault(draft.text);
    setFault(refusal);
    if (refusal === undefined) mutate(draft);
    else reason.current?.focus();
  };
  const write = (text: string) => {
    setFault(undefined);
    draft.write(text);
  };

  return (
    <form className="ko-dialog" onSubmit={send}>
      <h2 id={titleId}>{target.title}</h2>
      <p>{texts.report.about}</p>
      <div className="ko-field">
        <label className="ko-label" htmlFor={`${id}reason`}>
          {texts.report.reason}
        </label>
        <textarea
          className="ko-textarea"
          id={`${id}reason`}
          ref={reason}
          dir="auto"
          value={draft.text}
          readOnly={isPending}
          autoFocus
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={`${id}fault ${id}room`}
          onChange={(event) => write(event.target.value)}
        />
        <CharacterCount id={`${id}room`} text={draft.text} maxLength={REPORT_REASON_MAX_LENGTH} />
      </div>
      {fault === undefined ? null : <FormAlert kind="error" id={`${id}fault`} text={fault} />}
      <div className="ko-dialog__acts">
        <Button look="line" onClick={onClose}>
          {texts.actions.cancel}
        </Button>
        <Button type="submit" look="primary" busy={isPending}>
          {texts.report.submit}
        </Button>
      </div>
    </form>
  );
}

/** The form of a report to the admins. Default export, for a lazy chunk. */
export default function ReportDialog({ target, onClose }: ReportDialogProps) {
  const titleId = useId();
  const [isSent, setSent] = useState(false);
  return (
    <Overlay role="dialog" aria-labelledby={titleId} onLeave={onClose}>
      {isSent ? (
        <div className="ko-dialog">
          <h2 id={titleId}>{target.title}</h2>
          <FormAlert kind="ok" text={texts.report.thanks} />
          <div className="ko-dialog__acts">
            <Button look="primary" autoFocus onClick={onClose}>
              {texts.actions.close}
            </Button>
          </div>
        </div>
      ) : (
        <ReasonForm
          target={target}
          titleId={titleId}
          onClose={onClose}
          onSent={() => setSent(true)}
        />
      )}
    </Overlay>
  );
}
