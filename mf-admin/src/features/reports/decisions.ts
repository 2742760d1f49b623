import type { CaseAction, ReportCase } from '@kickoff/contracts';

import { texts } from '../../texts';

export interface Decision {
  action: CaseAction;
  verb: string;
  look: 'line' | 'danger-quiet' | 'soft';
  /** Its consequence, shown before the decision. */
  effect: string;
  /** Its text after the decision. */
  done: string;
  field: { label: string; isRequired: boolean };
}

const note = { label: texts.reportCase.note, isRequired: false };

const DECISIONS: Record<CaseAction, Decision> = {
  dismiss: {
    ...texts.decisions.dismiss,
    action: 'dismiss',
    look: 'line',
    field: note,
  },
  remove: {
    ...texts.decisions.remove,
    action: 'remove',
    look: 'danger-quiet',
    field: { label: texts.common.reasonForAuthor, isRequired: false },
  },
  suspend: {
    ...texts.decisions.suspend,
    action: 'suspend',
    look: 'danger-quiet',
    field: note,
  },
  restore: {
    ...texts.decisions.restore,
    action: 'restore',
    look: 'soft',
    field: note,
  },
  keep: {
    ...texts.decisions.keep,
    action: 'keep',
    look: 'line',
    field: note,
  },
};

const OF_REPORTS = [DECISIONS.dismiss, DECISIONS.remove, DECISIONS.suspend];
const OF_FANS = [DECISIONS.dismiss, DECISIONS.suspend];
const OF_APPEALS = [DECISIONS.restore, DECISIONS.keep];

/** Returns the possible decisions of a case. A reported fan has no content to remove. */
export function decisionsOn({ targetType }: ReportCase): readonly Decision[] {
  if (targetType === 'appeal') return OF_APPEALS;
  return targetType === 'user' ? OF_FANS : OF_REPORTS;
}

/** Formats the decision of a closed case. */
export function formatDecision(action: CaseAction): string {
  return DECISIONS[action].done;
}
