import { linkPieces } from './text-links';

/** What a fan wrote, as written; web addresses can be followed. */
export function PostText({ text }: { text: string }) {
  return (
    <p className="ko-post__text" dir="auto">
      {linkPieces(text).map((piece, index) =>
        piece.href === undefined ? (
          piece.text
        ) : (
          <a key={index} href={piece.href} target="_blank" rel="nofollow noopener ugc">
            {piece.text}
          </a>
        ),
      )}
    </p>
  );
}
