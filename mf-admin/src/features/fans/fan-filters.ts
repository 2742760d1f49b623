import type { FilterKind } from '../../lists/FilterField';
import { texts } from '../../texts';

/** The filters of the list of fans. */
export const FAN_FILTERS: readonly FilterKind[] = [
  {
    kind: 'choice',
    name: 'status',
    label: texts.common.status,
    choices: [
      ['active', texts.common.active],
      ['suspended', texts.common.suspended],
    ],
  },
  { kind: 'day', name: 'joinedFrom', label: texts.fans.joinedFrom },
  { kind: 'day', name: 'joinedTo', label: texts.fans.joinedTo },
  { kind: 'count', name: 'lastSeenDays', label: texts.fans.lastSeenDays, max: 365 },
  {
    kind: 'choice',
    name: 'hasPosts',
    label: texts.fans.posts,
    choices: [
      ['true', texts.fans.withPosts],
      ['false', texts.fans.withoutPosts],
    ],
  },
  {
    kind: 'choice',
    name: 'reported',
    label: texts.common.reports,
    choices: [['true', texts.common.openReport]],
  },
];

export const FAN_FILTER_NAMES = ['q', ...FAN_FILTERS.map(({ name }) => name)];
