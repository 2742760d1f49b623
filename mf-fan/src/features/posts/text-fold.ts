import type { TextPiece } from './text-links';

/** A text is folded when it is longer than this; it is cut well before, so that folding is worth it. */
const FOLDED_FROM = { length: 700, lines: 14 } as const;
const CUT = { length: 500, lines: 10 } as const;

/** Returns the beginning of a text, cut between words if possible. */
function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const space = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  if (space > length / 2) return cut.slice(0, space);
  // Never cut inside a surrogate pair.
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

function firstLines(text: string, lines: number): string {
  return text.split('\n').slice(0, lines).join('\n');
}

/** Returns the pieces of a long text before the fold; undefined for a short one. */
export function foldedPieces(pieces: readonly TextPiece[]): TextPiece[] | undefined {
  const whole = pieces.map(({ text }) => text).join('');
  const isLong = whole.length > FOLDED_FROM.length || whole.split('\n').length > FOLDED_FROM.lines;
  if (!isLong) return undefined;

  const end = beginning(firstLines(whole, CUT.lines), CUT.length).trimEnd().length;
  const folded: TextPiece[] = [];
  let start = 0;
  for (const piece of pieces) {
    if (start >= end) break;
    // A link is never cut: half an address would lead elsewhere.
    const text = piece.href === undefined ? piece.text.slice(0, end - start) : piece.text;
    folded.push({ ...piece, text });
    start += piece.text.length;
  }
  return [...folded, { text: '…' }];
}
