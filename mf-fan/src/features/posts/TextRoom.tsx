import { countInDigits } from '@kickoff/ui';

import { roomLeft } from './text-room';

interface TextRoomProps {
  id: string;
  text: string;
  maxLength: number;
}

/** How much room is left from here on, as a share of the whole. */
const COUNTED_SHARE = 0.05;

function roomInWords(room: number): string {
  const count = countInDigits(Math.abs(room));
  const noun = Math.abs(room) === 1 ? 'character' : 'characters';
  return room < 0 ? `${count} ${noun} too many` : `${count} ${noun} left`;
}

/** Says near the end of a text how much room is left. */
export function TextRoom({ id, text, maxLength }: TextRoomProps) {
  const room = roomLeft(text, maxLength);
  if (room > maxLength * COUNTED_SHARE) return null;
  return (
    <span className={room < 0 ? 'ko-error' : 'ko-hint'} id={id}>
      {roomInWords(room)}
    </span>
  );
}
