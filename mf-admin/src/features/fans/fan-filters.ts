import type { FilterKind } from '../../lists/FilterField';

/** The filters of the list of fans. */
export const FAN_FILTERS: readonly FilterKind[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    choices: [
      ['active', 'Active'],
      ['suspended', 'Suspended'],
    ],
  },
  { kind: 'day', name: 'joinedFrom', label: 'Joined from' },
  { kind: 'day', name: 'joinedTo', label: 'Joined to' },
  { kind: 'count', name: 'lastSeenDays', label: 'Seen within days', max: 365 },
  {
    kind: 'choice',
    name: 'hasPosts',
    label: 'Posts',
    choices: [
      ['true', 'With posts'],
      ['false', 'Without posts'],
    ],
  },
  {
    kind: 'choice',
    name: 'reported',
    label: 'Reports',
    choices: [['true', 'With an open report']],
  },
];

export const FAN_FILTER_NAMES = ['q', ...FAN_FILTERS.map(({ name }) => name)];
