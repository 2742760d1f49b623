import { Icon, icons, Overlay } from '@kickoff/ui';
import { postMediaAddress } from '@kickoff/web';

import { texts } from '../texts';
import { pictureWidths, type PictureSource } from './picture-source';
import styles from './ZoomedPicture.module.css';

interface ZoomedPictureProps {
  picture: PictureSource;
  onClose: () => void;
}

/** A picture as large as the window. A click anywhere closes it. */
export default function ZoomedPicture({
  picture: { path, size, alt },
  onClose,
}: ZoomedPictureProps) {
  const widths = pictureWidths(path);
  return (
    <Overlay
      className="ko-overlay--zoom"
      aria-label={texts.media.picture}
      onLeave={onClose}
      onClick={onClose}
    >
      <button className="ko-icbtn ko-overlay__x" type="button" aria-label={texts.actions.close}>
        <Icon icon={icons.x} size={24} />
      </button>
      <img
        src={postMediaAddress(path, 1080)}
        srcSet={size ? `${widths}, ${postMediaAddress(path)} ${size.width}w` : widths}
        sizes="100vw"
        width={size?.width}
        height={size?.height}
        alt={alt}
        className={styles.picture}
      />
    </Overlay>
  );
}
