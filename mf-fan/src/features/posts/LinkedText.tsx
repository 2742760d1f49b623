import type { TextPiece } from './text-links';

/** A fan's text, with web addresses as links. */
export function LinkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map((piece, index) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      <a key={index} href={piece.href} target="_blank" rel="nofollow noopener ugc">
        {piece.text}
      </a>
    ),
  );
}
