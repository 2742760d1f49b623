/** Length in code points, which is what the limits count: an emoji is one, not two. */
export function codePointLength(text: string): number {
  return Array.from(text).length;
}

/** Text of only blanks, invisible or control characters counts as none (SECURITY-BAR §4). */
export function isBlank(text: string): boolean {
  return /^[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800\u3164]*$/u.test(text);
}
