import { formatCount } from '@kickoff/ui';

import { remainingCharacters } from './text-length';

interface CharacterCountProps {
  id: string;
  text: string;
  maxLength: number;
}

/** The count is shown from this share of the maximum on. */
const COUNTED_SHARE = 0.05;

function formatRemaining(remaining: number): string {
  const count = formatCount(Math.abs(remaining));
  const noun = Math.abs(remaining) === 1 ? 'character' : 'characters';
  return remaining < 0 ? `${count} ${noun} too many` : `${count} ${noun} left`;
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
