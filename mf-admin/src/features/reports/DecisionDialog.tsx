import type { ReportCase } from '@kickoff/contracts';
import { fillText } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { type ModerationNote, ReasonDialog } from '../../dialogs/ReasonDialog';
import { SuspensionDialog } from '../../dialogs/SuspensionDialog';
import { formatCase } from '../../format-case';
import { showError } from '../../show-error';
import { texts } from '../../texts';
import { useCaseActions } from './api/useCaseActions';
import type { Decision } from './decisions';

interface DecisionDialogProps {
  report: ReportCase;
  decision: Decision;
  /** Reverts the decision; undefined if it is final. */
  undo: (() => Promise<unknown>) | undefined;
  onClose: () => void;
}

/** Shows the consequence of a decision and asks for its reason. */
export function DecisionDialog({ report, decision, undo, onClose }: DecisionDialogProps) {
  const { resolveCase } = useCaseActions();
  const { action, verb, effect, done, field } = decision;
  const dialog = {
    title: fillText(texts.reportCase.decisionTitle, { verb, case: formatCase(report) }),
    draftOf: `case:${report._id}:${action}`,
    onConfirm: async ({ reason, ...end }: ModerationNote) => {
      await resolveCase(report._id, { action, ...(reason === '' ? {} : { note: reason }), ...end });
      raiseToast({
        kind: 'ok',
        text: done,
        ...(undo ? { undo: () => void undo().catch(showError(`case ${report._id}`)) } : {}),
      });
      onClose();
    },
    onClose,
  };
  if (action === 'suspend') {
    return (
      <SuspensionDialog {...dialog}>
        <p>{effect}</p>
      </SuspensionDialog>
    );
  }
  return (
    <ReasonDialog
      {...dialog}
      field={field}
      verb={verb}
      look={action === 'remove' ? 'danger' : 'primary'}
    >
      <p>{effect}</p>
    </ReasonDialog>
  );
}
