import type { ReportCase } from '@kickoff/contracts';
import { raiseToast } from '@kickoff/web';

import { formatCase } from '../../format-case';
import { ReasonDialog } from '../../dialogs/ReasonDialog';
import { useCaseActions } from './api/useCaseActions';
import type { Decision } from './decisions';

interface DecisionDialogProps {
  report: ReportCase;
  decision: Decision;
  onClose: () => void;
}

/** Shows the consequence of a decision and asks for its reason. */
export function DecisionDialog({ report, decision, onClose }: DecisionDialogProps) {
  const { resolveCase } = useCaseActions();
  const { action, verb, effect, done, field } = decision;
  return (
    <ReasonDialog
      title={`${verb}: ${formatCase(report)}`}
      field={field}
      verb={verb}
      look={action === 'remove' || action === 'suspend' ? 'danger' : 'primary'}
      draftOf={`case:${report._id}:${action}`}
      onConfirm={async ({ reason }) => {
        await resolveCase(report._id, action, reason);
        raiseToast({ kind: 'ok', text: done });
        onClose();
      }}
      onClose={onClose}
    >
      <p>{effect}</p>
    </ReasonDialog>
  );
}
