import type { FilterKind } from '../../lists/FilterField';
import { texts } from '../../texts';

/** The filters of the list of posts. */
export const POST_FILTERS: readonly FilterKind[] = [
  { kind: 'text', name: 'author', label: texts.posts.authorFilter },
  { kind: 'day', name: 'from', label: texts.posts.createdFrom },
  { kind: 'day', name: 'to', label: texts.posts.createdTo },
  {
    kind: 'choice',
    name: 'media',
    label: texts.posts.media,
    choices: [
      ['image', texts.posts.withImage],
      ['video', texts.posts.withVideo],
      ['none', texts.posts.textOnly],
    ],
  },
  {
    kind: 'choice',
    name: 'reported',
    label: texts.common.reports,
    choices: [['true', texts.common.openReport]],
  },
  {
    kind: 'choice',
    name: 'removed',
    label: texts.posts.removed,
    choices: [['true', texts.posts.removedOnly]],
  },
];

export const POST_FILTER_NAMES = ['q', ...POST_FILTERS.map(({ name }) => name)];
