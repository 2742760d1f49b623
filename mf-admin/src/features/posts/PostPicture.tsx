import { fillText, Icon, icons, Overlay } from '@kickoff/ui';
import { postMediaAddress } from '@kickoff/web';
import { useState } from 'react';

import { texts } from '../../texts';

interface PostPictureProps {
  post: { _id: string; image?: string | undefined; alt?: string | undefined };
}

/** A thumbnail of a post's picture. A click opens it large over the page. */
export function PostPicture({ post: { _id, image, alt } }: PostPictureProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (image === undefined) return <span className="ko-none">{texts.posts.noImage}</span>;
  return (
    <>
      <button
        className="ko-thumb"
        type="button"
        aria-label={fillText(texts.post.zoom, { id: _id })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <img src={postMediaAddress(image, 320)} alt="" loading="lazy" />
      </button>
      {isOpen ? (
        <Overlay
          className="ko-overlay--zoom"
          aria-label={fillText(texts.post.picture, { id: _id })}
          onLeave={close}
          onClick={close}
        >
          <button className="ko-icbtn ko-overlay__x" type="button" aria-label={texts.common.close}>
            <Icon icon={icons.x} size={24} />
          </button>
          <img className="ko-zoomed" src={postMediaAddress(image, 1080)} alt={alt ?? ''} />
          <p className="ko-overlay__cap">{alt ?? fillText(texts.post.caption, { id: _id })}</p>
        </Overlay>
      ) : null}
    </>
  );
}
