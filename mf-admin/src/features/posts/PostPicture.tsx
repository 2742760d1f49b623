import { Icon, icons, Overlay } from '@kickoff/ui';
import { postMediaAddress } from '@kickoff/web';
import { useState } from 'react';

interface PostPictureProps {
  post: { _id: string; image?: string | undefined; alt?: string | undefined };
}

/** A thumbnail of a post's picture. A click opens it large over the page. */
export function PostPicture({ post: { _id, image, alt } }: PostPictureProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (image === undefined) return <span className="ko-none">No Image</span>;
  return (
    <>
      <button
        className="ko-thumb"
        type="button"
        aria-label={`Zoom the picture of post ${_id}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <img src={postMediaAddress(image, 320)} alt="" loading="lazy" />
      </button>
      {isOpen ? (
        <Overlay
          className="ko-overlay--zoom"
          aria-label={`Picture of post ${_id}`}
          onLeave={close}
          onClick={close}
        >
          <button className="ko-icbtn ko-overlay__x" type="button" aria-label="Close">
            <Icon icon={icons.x} size={24} />
          </button>
          <img className="ko-zoomed" src={postMediaAddress(image, 1080)} alt={alt ?? ''} />
          <p className="ko-overlay__cap">{alt ?? `Post ${_id}`}</p>
        </Overlay>
      ) : null}
    </>
  );
}
