import { z } from 'zod';

import { isBlank } from './code-points.js';
import { notBlank } from './described.js';
import { MUTED_WORD_MAX_LENGTH, MUTED_WORDS_MAX } from './limits.js';
import { isoMoment } from './moments.js';
import { plainText } from './text.js';

/** A word or words in a row that a fan does not want to read, for good or until a moment. */
export const MutedWord = z
  .object({
    word: z
      .string('word must be text')
      .transform((word) => word.trim())
      .pipe(
        plainText('A muted word', MUTED_WORD_MAX_LENGTH).refine(
          (word) => !isBlank(word),
          'A muted word is empty',
        ),
      )
      .meta(notBlank),
    until: isoMoment('until must be a moment in ISO 8601').optional(),
  })
  .meta({ id: 'MutedWord' });
export type MutedWord = z.infer<typeof MutedWord>;

/** The whole list of a fan. */
export const MutedWords = z
  .array(MutedWord, 'Send an array of words')
  .max(MUTED_WORDS_MAX, `At most ${MUTED_WORDS_MAX} words can be muted`)
  .meta({ id: 'MutedWords' });
export type MutedWords = z.infer<typeof MutedWords>;
