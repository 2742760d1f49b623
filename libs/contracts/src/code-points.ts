/** Length in code points, which is what the limits count: an emoji is one, not two. */
export function codePointLength(text: string): number {
  return Array.from(text).length;
}

/**
 * A character that is neither blank, control, invisible (Default_Ignorable_Code_Point, spelled out because few
 * engines know the property) nor an empty braille cell. The description of the API repeats it.
 */
export const VISIBLE = new RegExp(
  '(?![\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2800\\u3164\\uFE00-\\uFE0F\\uFFA0\u{E0100}-\u{E01EF}])' +
    '[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]',
  'u',
);

/** Text of only blanks, invisible or control characters counts as none (SECURITY-BAR §4). */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
