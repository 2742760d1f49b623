import type { PostDocument } from './post.schema.js';

/** The texts that a post shows of the quoted one. */
export type QuotedTexts = Pick<PostDocument, 'text' | 'alt'>;

/** Returns all visible texts of a post, for the search of muted words. */
export function toTexts(
  { text, alt = '', poll }: Pick<PostDocument, 'text' | 'alt' | 'poll'>,
  quoted?: QuotedTexts,
): string[] {
  const ofQuoted = quoted ? [quoted.text, quoted.alt ?? ''] : [];
  return [text, alt, ...(poll?.options ?? []), ...ofQuoted];
}
