import type { ReportCase } from '@kickoff/contracts';
import { raiseToast } from '@kickoff/web';

import { caseInWords } from '../../case-in-words';
import { ReasonDialog } from '../../dialogs/ReasonDialog';
import { useCaseActs } from './api/useCaseActs';
import type { Decision } from './decisions';

interface DecisionDialogProps {
  report: ReportCase;
  decision: Decision;
  onClose: () => void;
}

/** Tells what a decision does and takes the words that go with it. */
export function DecisionDialog({ report, decision, onClose }: DecisionDialogProps) {
  const { resolveCase } = useCaseActs();
  const { action, verb, effect, done, field } = decision;
  return (
    <ReasonDialog
      title={`${verb}: ${caseInWords(report)}`}
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
