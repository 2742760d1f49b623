import { formatCount, pluralText } from '@kickoff/ui';

import { texts } from '../texts';
import { remainingCharacters } from './text-length';

interface CharacterCountProps {
  id: string;
  text: string;
  maxLength: number;
}

/** The count is shown from this share of the maximum on. */
const COUNTED_SHARE = 0.05;

function formatRemaining(remaining: number): string {
  const count = Math.abs(remaining);
  const forms = remaining < 0 ? texts.characters.tooMany : texts.characters.left;
  return pluralText(forms, count, { count: formatCount(count) });
}

/** Shows the remaining characters near the end of a text. */
export function CharacterCount({ id, text, maxLength }: CharacterCountProps) {
  const remaining = remainingCharacters(text, maxLength);
  if (remaining > maxLength * COUNTED_SHARE) return null;
  return (
    <span className={remaining < 0 ? 'ko-error' : 'ko-hint'} id={id}>
      {formatRemaining(remaining)}
    </span>
  );
}
