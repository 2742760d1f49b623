import type { FilterKind } from '../../lists/FilterField';
import { ACTION_WORDS } from './action-words';

/** The filters of the log. */
export const AUDIT_FILTERS: readonly FilterKind[] = [
  { kind: 'text', name: 'actor', label: 'Admin, by name or ID' },
  { kind: 'choice', name: 'action', label: 'Kind', choices: Object.entries(ACTION_WORDS) },
  { kind: 'text', name: 'target', label: 'Target, by ID or kind' },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];

export const AUDIT_FILTER_NAMES = AUDIT_FILTERS.map(({ name }) => name);
