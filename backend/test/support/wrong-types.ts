/** Values that are no text: what a careless client, a form or an attacker's operator may send. */
export const NOT_TEXT: readonly unknown[] = [
  null,
  0,
  true,
  [],
  ['text'],
  {},
  { $gt: '' },
  { $ne: null },
  { toString: 'text' },
];
