import type { PostDocument } from './post.schema.js';

/** What a post shows of the one that it quotes, as far as it is text. */
export type QuotedTexts = Pick<PostDocument, 'text' | 'alt'>;

/** All texts of a post that its readers see, in which muted words are searched. */
export function toTexts(
  { text, alt = '', poll }: Pick<PostDocument, 'text' | 'alt' | 'poll'>,
  quoted?: QuotedTexts,
): string[] {
  const ofQuoted = quoted ? [quoted.text, quoted.alt ?? ''] : [];
  return [text, alt, ...(poll?.options ?? []), ...ofQuoted];
}
