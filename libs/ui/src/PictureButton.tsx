import { useState } from 'react';

import { Avatar, type AvatarProps } from './Avatar';
import { Icon } from './Icon';
import { x } from './icons';
import { Overlay } from './Overlay';

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
        aria-label={name === undefined ? 'Show profile picture' : `Show picture of ${name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Avatar {...small} />
      </button>
      {isOpen ? (
        <Overlay
          className="ko-overlay--zoom"
          aria-label={name === undefined ? 'Profile picture' : `Picture of ${name}`}
          onLeave={close}
          onClick={close}
        >
          <button className="ko-icbtn ko-overlay__x" type="button" aria-label="Close">
            <Icon icon={x} size={24} />
          </button>
          <Avatar fan={small.fan} picture={large} />
          <p className="ko-overlay__cap">{small.fan.username}</p>
        </Overlay>
      ) : null}
    </>
  );
}
