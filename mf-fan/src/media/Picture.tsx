import { postMediaAddress, usePart } from '@kickoff/web';
import { useRef } from 'react';

import { pictureWidths, type PictureSource } from './picture-source';

/** How wide a post's column is: its place less the author's picture and the padding. */
const SHOWN_WIDTHS =
  '(min-width: 1200px) 520px, (min-width: 960px) calc(100vw - 480px), (min-width: 640px) 544px, calc(100vw - 84px)';

const loadZoom = () => import(/* webpackChunkName: "post-parts" */ './ZoomedPicture');

/** A post's picture, no larger than it is shown. A press shows it large over the page. */
export function Picture({ path, size, alt }: PictureSource) {
  const zoom = usePart(loadZoom);
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
        style={{ display: 'block', width: '100%', padding: 0, border: 0, cursor: 'zoom-in' }}
        aria-label={`Show picture large: ${alt}`}
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
      {zoom.Part ? <zoom.Part picture={{ path, size, alt }} onClose={close} /> : null}
    </>
  );
}
