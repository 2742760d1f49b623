/** Values that are not text: from a careless client, a form, or an attacker's operator. */
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
