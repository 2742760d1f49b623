import { useState } from 'react';

import { Avatar, type AvatarProps } from './Avatar';
import { Icon } from './Icon';
import { x } from './icons';
import { Overlay } from './Overlay';

/** The fan's own picture, which opens large over the page. A click anywhere closes it. */
export function PictureButton({ size, ...of }: AvatarProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        className="ko-pic"
        type="button"
        aria-label="Show profile picture"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Avatar {...of} size={size} />
      </button>
      {isOpen ? (
        <Overlay
          className="ko-overlay--zoom"
          aria-label="Profile picture"
          onLeave={close}
          onClick={close}
        >
          <button className="ko-icbtn ko-overlay__x" type="button" aria-label="Close">
            <Icon icon={x} size={24} />
          </button>
          <Avatar {...of} />
          <p className="ko-overlay__cap">{of.fan.username}</p>
        </Overlay>
      ) : null}
    </>
  );
}
