import {
  ALT_MAX_LENGTH,
  isBlank,
  MESSAGES,
  POLL_OPTION_MAX_LENGTH,
  POST_TEXT_MAX_LENGTH,
} from '@kickoff/contracts';
import type { Draft, DraftFiles, DraftPoll } from '@kickoff/web/drafts';

import { lengthFault } from '../../../parts/text-length';
import { texts } from '../../../texts';

/** Why a post cannot be published, and the field that it belongs to if there is one. */
export interface ComposerFault {
  at?: 'text' | 'alt' | 'quote' | 'poll' | number | undefined;
  text: string;
}

/** Compares options as the server does: without marks and case. */
const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns the fault of a poll; `at` is the index of its option. */
function pollFault({ options }: DraftPoll): ComposerFault | undefined {
  const filled = options.filter((text) => !isBlank(text));
  if (filled.length < 2) return { at: options.findIndex(isBlank), text: texts.poll.tooFew };
  for (const [at, option] of options.entries()) {
    const text = lengthFault(texts.poll.optionTooLong, option.trim(), POLL_OPTION_MAX_LENGTH);
    if (text !== undefined) return { at, text };
    const isRepeated = options
      .slice(0, at)
      .some((other) => !isBlank(option) && fold(other.trim()) === fold(option.trim()));
    if (isRepeated) return { at, text: texts.poll.repeated };
  }
  return undefined;
}

/** Returns the first fault of an unsent post. */
export function composerFault(draft: Draft, files: DraftFiles): ComposerFault | undefined {
  const { text, alt = '', quote, poll } = draft;
  if (isBlank(text) && !files.image && !files.video)
    return { at: 'text', text: MESSAGES.emptyPost };
  const textFault = lengthFault(texts.composer.tooLong, text, POST_TEXT_MAX_LENGTH);
  if (textFault !== undefined) return { at: 'text', text: textFault };
  const altFault = files.image
    ? lengthFault(texts.composer.altTooLong, alt, ALT_MAX_LENGTH)
    : undefined;
  if (altFault !== undefined) return { at: 'alt', text: altFault };
  if (!poll) return undefined;
  if (quote !== undefined) {
    return { at: 'poll', text: texts.composer.pollOrQuote };
  }
  return pollFault(poll);
}

/** Returns the field of the composer for a field that the server named. */
export function faultField(field: string | undefined): ComposerFault['at'] {
  const [name] = field?.split('.') ?? [];
  return (['text', 'alt', 'quote', 'poll'] as const).find((known) => known === name);
}
