import type { CaseAction, ReportCase } from '@kickoff/contracts';

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

const note = { label: 'Note (optional)', isRequired: false };

const DECISIONS: Record<CaseAction, Decision> = {
  dismiss: {
    action: 'dismiss',
    verb: 'Dismiss',
    look: 'line',
    effect: 'Nothing happens to what was reported. Its reporters get a notification.',
    done: 'Dismissed',
    field: note,
  },
  remove: {
    action: 'remove',
    verb: 'Remove',
    look: 'danger-quiet',
    effect:
      'What was reported is gone for everyone at once. Its author and its reporters get a notification.',
    done: 'Content removed',
    field: { label: 'Reason, which the author reads (optional)', isRequired: false },
  },
  suspend: {
    action: 'suspend',
    verb: 'Suspend',
    look: 'danger-quiet',
    effect: 'The reporters get a notification.',
    done: 'Fan suspended',
    field: note,
  },
  restore: {
    action: 'restore',
    verb: 'Restore',
    look: 'soft',
    effect: 'The suspension ends now, and the fan gets a mail.',
    done: 'Fan restored',
    field: note,
  },
  keep: {
    action: 'keep',
    verb: 'Keep suspended',
    look: 'line',
    effect: 'The suspension stays as it is, and the fan gets a mail. There is no second appeal.',
    done: 'Suspension kept',
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
