import { Avatar, type AvatarProps } from './Avatar';
import { fillText } from './fill-text';
import { Icon } from './Icon';
import { x } from './icons';
import { Overlay } from './Overlay';
import { texts } from './texts';

interface PictureOverlayProps {
  fan: AvatarProps['fan'];
  /** Name of the picture's owner, unless that is the reader. */
  name?: string | undefined;
  /** Address of the large picture. */
  large: string | undefined;
  onClose: () => void;
}

/** A fan's picture, large over the page. A click anywhere closes it. */
export function PictureOverlay({ fan, name, large, onClose }: PictureOverlayProps) {
  return (
    <Overlay
      className="ko-overlay--zoom"
      aria-label={name === undefined ? texts.picture.own : fillText(texts.picture.of, { name })}
      onLeave={onClose}
      onClick={onClose}
    >
      <button className="ko-icbtn ko-overlay__x" type="button" aria-label={texts.picture.close}>
        <Icon icon={x} size={24} />
      </button>
      <Avatar fan={fan} picture={large} />
      <p className="ko-overlay__cap">{fan.username}</p>
    </Overlay>
  );
}
