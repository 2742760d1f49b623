import { z } from 'zod';

import { isBlank } from './code-points.js';
import { notBlank } from './described.js';
import { POLL_OPTION_MAX_LENGTH, POLL_OPTIONS } from './limits.js';
import { isoMoment } from './moments.js';
import { plainText } from './text.js';

/**
 * A poll as its reader may see it. `mine` is the index of the reader's option; `count` is there after the
 * reader's vote or the end, `total` always.
 */
export const Poll = z
  .object({
    options: z.array(z.object({ text: z.string(), count: z.int().optional() })),
    total: z.int(),
    endsAt: z.iso.datetime(),
    mine: z.int().optional(),
    ended: z.boolean(),
  })
  .meta({ id: 'Poll' });
export type Poll = z.infer<typeof Poll>;

const OPTIONS = `A poll needs ${POLL_OPTIONS.min} to ${POLL_OPTIONS.max} options`;

const PollOption = z
  .string('An option must be text')
  .transform((text) => text.replaceAll('\0', '').trim())
  .pipe(
    plainText('An option', POLL_OPTION_MAX_LENGTH).refine(
      (text) => !isBlank(text),
      'An option is empty',
    ),
  )
  .meta(notBlank);

/** A poll to be published with a post. */
export const NewPoll = z
  .object(
    {
      options: z
        .array(PollOption, OPTIONS)
        .min(POLL_OPTIONS.min, OPTIONS)
        .max(POLL_OPTIONS.max, OPTIONS),
      endsAt: isoMoment('endsAt must be a moment in ISO 8601'),
    },
    'poll must be an object',
  )
  .meta({ id: 'NewPoll' });
export type NewPoll = z.infer<typeof NewPoll>;

function parseJson(text: string, context: z.RefinementCtx): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('poll must be JSON');
    return z.NEVER;
  }
}

/** A poll as the JSON text of a form field; empty is none. */
export const PollField = z
  .string('poll must be text')
  .meta({ contentMediaType: 'application/json' })
  .default('')
  .transform(parseJson)
  .pipe(NewPoll.optional());

/** The index of an option, from 0. */
export const Vote = z
  .object({ option: z.int('option must be a whole number') })
  .meta({ id: 'Vote' });
export type Vote = z.infer<typeof Vote>;

/** A vote in the export of a fan's own data. */
export const OwnVote = z
  .object({ postId: z.string(), option: z.int(), createdAt: z.iso.datetime() })
  .meta({ id: 'OwnVote' });
export type OwnVote = z.infer<typeof OwnVote>;
