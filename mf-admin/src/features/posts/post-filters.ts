import type { FilterKind } from '../../lists/FilterField';

/** The filters of the list of posts. */
export const POST_FILTERS: readonly FilterKind[] = [
  { kind: 'text', name: 'author', label: 'Author, by name or ID' },
  { kind: 'day', name: 'from', label: 'Created from' },
  { kind: 'day', name: 'to', label: 'Created to' },
  {
    kind: 'choice',
    name: 'media',
    label: 'Media',
    choices: [
      ['image', 'With an image'],
      ['video', 'With a video'],
      ['none', 'Text alone'],
    ],
  },
  {
    kind: 'choice',
    name: 'reported',
    label: 'Reports',
    choices: [['true', 'With an open report']],
  },
  {
    kind: 'choice',
    name: 'removed',
    label: 'Removed',
    choices: [['true', 'Removed posts, to be brought back']],
  },
];

export const POST_FILTER_NAMES = ['q', ...POST_FILTERS.map(({ name }) => name)];
