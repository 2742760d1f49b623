import { fillText } from '@kickoff/ui';
import { postMediaAddress, useLazyComponent } from '@kickoff/web';
import { useRef } from 'react';

import { texts } from '../texts';
import { pictureWidths, type PictureSource } from './picture-source';

/** Width of a post's column: the page less the author's picture and the padding. */
const SHOWN_WIDTHS =
  '(min-width: 1200px) 520px, (min-width: 960px) calc(100vw - 480px), (min-width: 640px) 544px, calc(100vw - 84px)';

const loadZoom = () => import(/* webpackChunkName: "post-parts" */ './ZoomedPicture');

/** A post's picture in its displayed size. A click opens it large over the page. */
export function Picture({ path, size, alt }: PictureSource) {
  const zoom = useLazyComponent(loadZoom);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    zoom.close();
    button.current?.focus();
  };
  return (
    <>
      <button
        className="ko-post__media"
        type="button"
        aria-label={fillText(texts.media.enlarge, { description: alt })}
        aria-haspopup="dialog"
        ref={button}
        onClick={zoom.open}
      >
        <img
          src={postMediaAddress(path, 640)}
          srcSet={pictureWidths(path)}
          sizes={SHOWN_WIDTHS}
          width={size?.width}
          height={size?.height}
          alt={alt}
          loading="lazy"
          decoding="async"
        />
      </button>
      {zoom.Component ? <zoom.Component picture={{ path, size, alt }} onClose={close} /> : null}
    </>
  );
}
