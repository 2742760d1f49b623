import type { FilterKind } from '../../lists/FilterField';
import { texts } from '../../texts';
import { ACTION_WORDS } from './action-words';

/** The filters of the log. */
export const AUDIT_FILTERS: readonly FilterKind[] = [
  { kind: 'text', name: 'actor', label: texts.auditLog.actorFilter },
  {
    kind: 'choice',
    name: 'action',
    label: texts.auditLog.actionFilter,
    choices: Object.entries(ACTION_WORDS),
  },
  { kind: 'text', name: 'target', label: texts.auditLog.targetFilter },
  { kind: 'day', name: 'from', label: texts.auditLog.from },
  { kind: 'day', name: 'to', label: texts.auditLog.to },
];

export const AUDIT_FILTER_NAMES = AUDIT_FILTERS.map(({ name }) => name);
