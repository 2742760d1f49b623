import { useMemo, useState } from 'react';

import { texts } from '../../texts';
import { LinkedText } from './LinkedText';
import { foldedPieces } from './text-fold';
import { linkPieces } from './text-links';

interface PostTextProps {
  text: string;
  /** Shows a long text in full. */
  isWhole: boolean;
}

/** The text of a post; a long one is collapsed. */
export function PostText({ text, isWhole }: PostTextProps) {
  const [isOpen, setOpen] = useState(isWhole);
  const pieces = useMemo(() => linkPieces(text), [text]);
  const folded = useMemo(() => foldedPieces(pieces), [pieces]);
  return (
    <>
      <p className="ko-post__text" dir="auto">
        <LinkedText pieces={isOpen || !folded ? pieces : folded} />
      </p>
      {folded ? (
        <button
          className="ko-link"
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.post.showLess : texts.actions.showMore}
        </button>
      ) : null}
    </>
  );
}
