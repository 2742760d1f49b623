import { useState } from 'react';

import { Avatar, type AvatarProps } from './Avatar';
import { fillText } from './fill-text';
import { PictureOverlay } from './PictureOverlay';
import { texts } from './texts';

interface PictureButtonProps extends AvatarProps {
  /** Name of the picture's owner, unless that is the reader. */
  name?: string;
  /** Address of the large picture. */
  large: string | undefined;
}

/** A fan's picture that opens large over the page. A click anywhere closes it. */
export function PictureButton({ name, large, ...small }: PictureButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        className="ko-pic"
        type="button"
        aria-label={
          name === undefined ? texts.picture.showOwn : fillText(texts.picture.show, { name })
        }
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Avatar {...small} />
      </button>
      {isOpen ? <PictureOverlay fan={small.fan} name={name} large={large} onClose={close} /> : null}
    </>
  );
}
